import { describe, expect, test } from 'vitest';
import type { ApplyOutcome } from '../../../src/database/records.ts';
import { createMonitorEdit } from '../../edits.ts';
import { listOutbox } from '../outbox.ts';
import {
  applyOne,
  CURL,
  command,
  EVERY_HOUR,
  eachTest,
  foundMonitor,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const FIRST = { limit: 100 };

export function describeApply(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('apply', () => {
    test('numbers the events of each monitor 1, 2, 3…, in one batch and over many', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const pings = [a, b, a, a, b].map((monitor, index) => ping(monitor!.id, 'ping', NOON + index));
      const numbers = (applied: readonly ApplyOutcome[]) =>
        applied.map((result) => (result.outcome === 'applied' ? result.event?.number : result.outcome));
      expect(numbers(await store.apply(pings))).toEqual([1, 1, 2, 3, 2]);
      expect(numbers(await store.apply(pings))).toEqual([4, 3, 5, 6, 4]);
      expect((await store.listEvents(a!.id, FIRST)).map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
      expect((await foundMonitor(store, b!)).state).toMatchObject({ eventCount: 4, runCount: 4 });
    });

    test('an empty batch has an empty result', async () => {
      expect(await database.store.apply([])).toEqual([]);
    });

    test('the arrival details of a ping are saved', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      const request = {
        method: 'POST',
        userAgent: 'käse/1.0 \u{1F9C0}',
        remoteAddress: '2001:db8::1',
        exitStatus: 3,
        body: new Uint8Array([0, 255, 10, 13, 128]),
      } as const;
      const warnings = ['rid was ignored: "quoted"\nline', 'zwei'];
      await store.apply([
        ping(id, 'fail', NOON, { rid: 'rid-1', durationMs: 1500, warnings, request }),
        ping(id, 'log', NOON + 1, { request: { method: 'POST', body: new Uint8Array() } }),
        {
          monitorID: id,
          command: { kind: 'ping', type: 'ping', at: NOON + 2, rid: null, durationMs: null, warnings: [] },
        },
      ]);
      const [bare, empty, full] = await store.listEvents(id, FIRST);
      expect(full).toEqual({
        number: 1,
        type: 'fail',
        at: NOON,
        happenedAt: NOON,
        durationMs: 1500,
        runID: 'rid-1',
        warnings,
        request: {
          method: 'POST',
          userAgent: request.userAgent,
          remoteAddress: '2001:db8::1',
          exitStatus: 3,
        },
        bodySize: 5,
      });
      expect(empty).toMatchObject({ number: 2, type: 'log', durationMs: null, warnings: [], bodySize: 0 });
      expect(bare).toMatchObject({ number: 3, request: { method: 'GET', userAgent: '', remoteAddress: '' } });
      expect([...((await store.findEventBody(id, 1)) ?? [])]).toEqual([0, 255, 10, 13, 128]);
      expect(await store.findEventBody(id, 2)).toHaveLength(0);
      expect(await store.findEventBody(id, 3)).toBeNull();
      expect(await store.findEventBody(id, 4)).toBeNull();
    });

    test('heals missed runs by reports about the past, in one batch', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await store.apply([ping(id, 'end', NOON, { rid: 'r0' })]);
      await store.apply([{ monitorID: id, command: { kind: 'deadline', at: NOON + 4.9 * HOUR } }]);
      const missed = await store.listRuns(id, FIRST);
      const times = missed.flatMap(({ state, expectedAt }) => (state === 'missed' ? (expectedAt ?? []) : []));
      expect(times.length).toBeGreaterThan(1);
      const at = NOON + 4.95 * HOUR;
      await store.apply(
        times.map((time, index) => ping(id, 'end', at, { rid: `late-${index}`, happenedAt: time + 1000 })),
      );
      const healed = await store.listRuns(id, FIRST);
      expect(healed.map(({ state, expectedAt, late }) => [state, expectedAt, late])).toEqual(
        missed.map(({ expectedAt }) => ['succeeded', expectedAt, false]),
      );
      expect((await foundMonitor(store, monitor!)).state).toMatchObject({ incident: null, failureStreak: 0 });
      const [event] = await store.listEvents(id, FIRST);
      expect(event).toMatchObject({ at, happenedAt: (times.at(-1) ?? 0) + 1000 });
    });

    test('closes a run that started in the same batch', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await store.apply([
        ping(id, 'start', NOON, { rid: 'a' }),
        ping(id, 'start', NOON + 10),
        ping(id, 'end', NOON + 30),
        ping(id, 'end', NOON + 500, { rid: 'a' }),
      ]);
      const [second, first] = await store.listRuns(id, FIRST);
      expect(first).toMatchObject({
        seq: 1,
        runID: 'a',
        state: 'succeeded',
        durationMs: 500,
        startEvent: 1,
        endEvent: 4,
      });
      expect(second).toMatchObject({
        seq: 2,
        state: 'succeeded',
        durationMs: 20,
        startEvent: 2,
        endEvent: 3,
      });
      expect((await foundMonitor(store, monitor!)).state).toMatchObject({
        openRunCount: 0,
        runLimitAt: null,
        runCount: 2,
      });
    });

    test('closes a run that started in an earlier batch, by its rid and as the last one', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await applyOne(store, ping(id, 'start', NOON, { rid: 'a' }));
      await applyOne(store, ping(id, 'start', NOON + 10));
      expect((await foundMonitor(store, monitor!)).state.openRunCount).toBe(2);
      await database.reopen();
      await applyOne(database.store, ping(id, 'fail', NOON + 30));
      await applyOne(database.store, ping(id, 'end', NOON + 40, { rid: 'a' }));
      const runs = await database.store.listRuns(id, FIRST);
      expect(runs.map(({ state, durationMs }) => [state, durationMs])).toEqual([
        ['failed', 20],
        ['succeeded', 40],
      ]);
    });

    test('a run is found by its rid after the batch has given its row to another run', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await applyOne(store, ping(id, 'ping', NOON));
      await applyOne(store, command(id, { kind: 'deadline', at: NOON + HOUR + 20 * MINUTE }));
      const [missed] = await store.listRuns(id, FIRST);
      expect(missed).toMatchObject({ seq: 2, state: 'missed' });
      await store.apply([
        ping(id, 'ping', NOON + HOUR + 21 * MINUTE, { rid: 'late' }),
        ping(id, 'ping', NOON + HOUR + 22 * MINUTE, { rid: missed!.runID }),
      ]);
      const runs = await store.listRuns(id, FIRST);
      expect(runs.map(({ seq, runID, state }) => [seq, runID, state])).toEqual([
        [3, missed!.runID, 'succeeded'],
        [2, 'late', 'succeeded'],
        [1, runs[2]?.runID, 'succeeded'],
      ]);
    });

    test('saves each transition with its outbox row', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id, teamID } = monitor!;
      await store.apply([
        ping(id, 'end', NOON),
        ping(id, 'fail', NOON + 1, { rid: 'bad' }),
        ping(id, 'end', NOON + 2),
      ]);
      const transitions = await store.listTransitions(id, FIRST);
      expect(transitions).toMatchObject([
        { from: 'down', to: 'up', at: NOON + 2, reason: 'succeeded', runSeq: 3, eventNumber: 3 },
        { from: 'up', to: 'down', at: NOON + 1, reason: 'failed', runSeq: 2, eventNumber: 2, runID: 'bad' },
        { from: 'new', to: 'up', at: NOON, reason: 'reported', runSeq: 1, eventNumber: 1 },
      ]);
      expect(await listOutbox(store, 0, 100)).toMatchObject(
        ['up', 'down', 'recovered'].map((kind, index) => ({
          teamID,
          monitorID: id,
          kind,
          transitionID: transitions[2 - index]?.id,
          blindWindowID: null,
          createdAt: NOON + index,
        })),
      );
    });

    test('overdue runs are judged once', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await applyOne(store, ping(id, 'start', NOON, { rid: 'stuck' }));
      const late = NOON + HOUR + 10 * MINUTE + 1;
      expect(await applyOne(store, command(id, { kind: 'deadline', at: late }))).toMatchObject({
        status: 'down',
        event: null,
      });
      const runs = await store.listRuns(id, FIRST);
      expect(runs.map(({ runID, state }) => [runID === 'stuck', state])).toEqual([
        [false, 'missed'],
        [true, 'timed_out'],
      ]);
      await applyOne(store, command(id, { kind: 'deadline', at: late }));
      expect(await store.listRuns(id, FIRST)).toEqual(runs);
      expect(await store.listEvents(id, FIRST)).toHaveLength(1);
    });

    test('saves an edit with its details, a pause and a resume', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id, details } = monitor!;
      const rules = {
        kind: 'cron',
        schedule: { type: 'cron', cron: '0 3 * * *', timezone: 'Europe/Riga', graceMs: 5 * MINUTE },
        maxRunMs: 7 * MINUTE,
        alertAfterFailures: 3,
        recoverAfterSuccesses: 2,
        manualResume: false,
        pingFilter: {
          methods: 'POST',
          searchSubject: true,
          searchEmailBody: false,
          searchHTTPBody: true,
          startKeywords: 'started',
          successKeywords: '"done" \\, ä',
          failureKeywords: 'FAIL',
          otherwise: 'fail',
        },
      } as const;
      const edited = { ...details, name: 'Renamed', description: '', tags: ['b', 'ä"\\'] };
      await store.apply([createMonitorEdit(monitor!, NOON, { ...edited, rules })]);
      expect(await foundMonitor(store, monitor!)).toEqual({
        ...monitor,
        details: edited,
        rules,
        revision: 2,
      });
      expect(await applyOne(store, command(id, { kind: 'pause', at: NOON }))).toMatchObject({
        status: 'paused',
      });
      expect((await foundMonitor(store, monitor!)).state.paused).toBe(true);
      expect(await applyOne(store, command(id, { kind: 'resume', at: NOON }))).toMatchObject({
        status: 'new',
      });
      await applyOne(store, command(id, { kind: 'edit', at: NOON, rules: EVERY_HOUR }));
      expect(await foundMonitor(store, monitor!)).toMatchObject({ rules: EVERY_HOUR, details: edited });
    });

    test('a missing monitor is reported as gone, and the others are applied', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const applied = await store.apply([
        ping(monitor!.id + 1, 'ping', NOON),
        ping(monitor!.id, 'ping', NOON),
        ping(-1, 'ping', NOON),
      ]);
      expect(applied.map(({ outcome }) => outcome)).toEqual(['gone', 'applied', 'gone']);
    });

    test('an input that the rules refuse is omitted completely, and the others are saved', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id, details } = monitor!;
      const rules = {
        ...EVERY_HOUR,
        schedule: { type: 'cron', cron: 'nonsense', timezone: 'UTC', graceMs: 0 },
      } as const;
      const applied = await store.apply([
        ping(id, 'ping', NOON),
        createMonitorEdit(monitor!, NOON, { rules, name: 'Nonsense' }),
        ping(id, 'fail', NOON + 1),
      ]);
      expect(applied.map(({ outcome }) => outcome)).toEqual(['applied', 'failed', 'applied']);
      expect(await foundMonitor(store, monitor!)).toMatchObject({
        details,
        rules: EVERY_HOUR,
        state: { eventCount: 2 },
      });
    });

    test('an input that the database refuses is omitted completely, and the others are saved', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      const details = { ...b!.details, name: 'Moved nowhere', projectID: 4711 };
      const applied = await store.apply([
        ping(a!.id, 'ping', NOON),
        ping(b!.id, 'ping', NOON),
        createMonitorEdit(b!, NOON, { ...details, rules: { ...EVERY_HOUR, alertAfterFailures: 7 } }),
        ping(b!.id, 'ping', NOON + 1),
        ping(c!.id, 'fail', NOON),
      ]);
      expect(applied.map(({ outcome }) => outcome)).toEqual([
        'applied',
        'applied',
        'failed',
        'applied',
        'applied',
      ]);
      expect(await foundMonitor(store, b!)).toMatchObject({
        details: b!.details,
        rules: EVERY_HOUR,
        state: { eventCount: 2 },
      });
      expect((await store.listEvents(b!.id, FIRST)).map(({ number }) => number)).toEqual([2, 1]);
      expect(await store.listTransitions(c!.id, FIRST)).toHaveLength(1);
      expect(await applyOne(store, ping(b!.id, 'ping', NOON + 2))).toMatchObject({ event: { number: 3 } });
    });

    test('simultaneous batches stay separate', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 3);
      const { teamID, details } = monitors[0]!;
      const batches = Array.from({ length: 20 }, (_, batch) =>
        store.apply(monitors.map(({ id }) => ping(id, batch % 2 === 0 ? 'end' : 'fail', NOON + batch))),
      );
      const creates = Array.from({ length: 5 }, (_, index) =>
        makeMonitor(store, { teamID, projectID: details.projectID, name: `more-${index}` }),
      );
      const lists = Array.from({ length: 5 }, () => store.listMonitors(teamID, {}));
      const applied = (await Promise.all([Promise.all(batches), creates, lists]))[0];
      await Promise.all([...creates, ...lists]);
      const numbers = applied
        .flat()
        .map((result) => (result.outcome === 'applied' ? result.event?.number : null));
      expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => Math.floor(index / 3) + 1));
    });

    test('the monitor of a ping key is found', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      expect(await store.monitorsByPingID.find('key-job-1', 0)).toEqual({
        monitorID: monitor!.id,
        pingID: 'Ping-job-1',
        teamID: monitor!.teamID,
      });
      expect(await store.monitorsByPingID.find('key-job-2', 0)).toBeNull();
      expect(await store.monitorsByPingID.find('KEY-JOB-1', 0)).toBeNull();
      expect(await store.monitorsByPingID.find("' OR 1=1 --", 0)).toBeNull();
      // `findCached` doesn't wait. For an unknown key, it may return null or undefined.
      expect(store.monitorsByPingID.findCached('key-job-1', 0)).toEqual(
        await store.monitorsByPingID.find('key-job-1', 0),
      );
      expect(store.monitorsByPingID.findCached('key-job-2', 0) ?? null).toBeNull();
    });

    test('all data remain after the store is closed and opened again', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      await store.apply([
        ping(id, 'start', NOON, { rid: 'a', request: { body: new Uint8Array([7]) } }),
        ping(id, 'fail', NOON + 5),
      ]);
      const before = [
        await foundMonitor(store, monitor!),
        await store.listEvents(id, FIRST),
        await store.listRuns(id, FIRST),
      ];
      await database.reopen();
      const again = database.store;
      expect([
        await foundMonitor(again, monitor!),
        await again.listEvents(id, FIRST),
        await again.listRuns(id, FIRST),
      ]).toEqual(before);
      expect(await applyOne(again, ping(id, 'end', NOON + 9, { request: CURL }))).toMatchObject({
        event: { number: 3 },
      });
    });
  });
}
