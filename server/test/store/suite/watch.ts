import { type MonitorState, STATUSES, type Status, statusAt } from '@overdue/domain/monitor/state.ts';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { listOutbox } from '../outbox.ts';
import {
  applyOne,
  command,
  createBlindWindow,
  EVERY_HOUR,
  eachTest,
  foundMonitor,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const FIRST = { limit: 100 };
/**
 * Time at which a monitor of {@link makeMonitors} that pinged at noon changes its state without a ping: one millisecond after its
 * deadline.
 */
const WAKES = NOON + HOUR + 10 * MINUTE + 1;

/** Judges overdue monitors and returns their IDs in order. */
async function judge(
  store: Store,
  at: number,
  limit = 10,
  except: readonly number[] = [],
): Promise<number[]> {
  const judged = await store.applyDeadlines(at, limit, new Set(except));
  return judged.map(({ monitorID }) => monitorID);
}

export function describeWatch(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('findNextWakeAt and applyDeadlines', () => {
    test('no monitor has a deadline before the first ping', async () => {
      const { store } = database;
      expect(await store.findNextWakeAt()).toBeNull();
      await makeMonitors(store, 1);
      expect(await store.findNextWakeAt()).toBeNull();
      expect(await judge(store, Number.MAX_SAFE_INTEGER)).toEqual([]);
    });

    test('the longest overdue monitor is found first, to the millisecond', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      await store.apply([
        ping(a!.id, 'ping', NOON + 20),
        ping(b!.id, 'ping', NOON),
        ping(c!.id, 'ping', NOON + 10),
      ]);
      expect(await store.findNextWakeAt()).toBe(WAKES);
      expect(await judge(store, WAKES - 1)).toEqual([]);
      expect(await judge(store, WAKES)).toEqual([b!.id]);
      expect(await store.findNextWakeAt()).toBe(WAKES + 10);
      expect(await judge(store, WAKES + 20, 1)).toEqual([c!.id]);
      expect(await judge(store, WAKES + 20, 2)).toEqual([a!.id]);
      expect(await judge(store, WAKES + 20)).toEqual([]);
      await applyOne(store, ping(b!.id, 'ping', NOON + 30 * MINUTE));
      expect(await store.findNextWakeAt()).toBe(WAKES + 30 * MINUTE);
    });

    test('monitors are judged by the rules, and the results are saved', async () => {
      const { store } = database;
      const [a] = await makeMonitors(store, 1);
      await store.apply([ping(a!.id, 'ping', NOON)]);
      expect(await store.applyDeadlines(WAKES, 10, new Set())).toEqual([
        {
          monitorID: a!.id,
          applied: {
            outcome: 'applied',
            teamID: a!.teamID,
            monitorID: a!.id,
            status: 'down',
            event: null,
            changedStatus: true,
            changedProject: false,
          },
        },
      ]);
      await database.reopen();
      expect((await database.store.listRuns(a!.id, FIRST))[0]).toMatchObject({ seq: 2, state: 'missed' });
      expect((await listOutbox(database.store, 0, 10)).map(({ kind }) => kind)).toEqual(['up', 'down']);
    });

    test('excluded monitors are skipped, and do not count towards the limit', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 4);
      await store.apply(monitors.map(({ id }, index) => ping(id, 'ping', NOON + index)));
      const [a, b, c, d] = monitors.map(({ id }) => id);
      expect(await judge(store, WAKES + 10, 2, [a!, c!])).toEqual([b!, d!]);
      expect(await judge(store, WAKES + 10, 2, [a!, c!])).toEqual([]);
      expect(await judge(store, WAKES + 10, 2)).toEqual([a!, c!]);
    });

    test("a monitor that can't be judged is reported, and the others are judged", async () => {
      const { store } = database;
      const [a] = await makeMonitors(store, 1);
      // An invalid expression, which the rules normally refuse. It simulates any failure of a single monitor.
      const broken = await makeMonitor(store, {
        teamID: a!.teamID,
        projectID: a!.details.projectID,
        name: 'broken',
        rules: { schedule: { type: 'cron', cron: 'broken', timezone: 'UTC', graceMs: 0 } },
        state: { hasReported: true, nextExpectedAt: NOON },
      });
      await store.apply([ping(a!.id, 'ping', NOON)]);
      const judged = await store.applyDeadlines(WAKES, 10, new Set());
      expect(judged.map(({ monitorID, applied }) => [monitorID, applied.outcome])).toEqual([
        [broken.id, 'failed'],
        [a!.id, 'applied'],
      ]);
      await store.deleteMonitors([broken.id], NOON);
    });

    test('paused and deleted monitors are forgotten', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      await store.apply([ping(a!.id, 'ping', NOON), ping(b!.id, 'ping', NOON)]);
      await applyOne(store, command(a!.id, { kind: 'pause', at: NOON }));
      await store.deleteMonitors([b!.id], NOON);
      expect(await judge(store, WAKES)).toEqual([]);
      expect(await store.findNextWakeAt()).toBeNull();
    });

    test('a monitor that is created with a deadline is found', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const state = { hasReported: true, nextExpectedAt: NOON, runLimitAt: NOON + MINUTE };
      const { id } = await makeMonitor(store, { teamID, projectID, name: 'moved', state });
      expect(await store.findNextWakeAt()).toBe(NOON + MINUTE + 1);
      expect(await judge(store, NOON + MINUTE + 1)).toEqual([id]);
    });
  });

  describe('recordPresence', () => {
    const report = { epoch: 'one', unstoredSince: null };
    const watchedUntil = () => database.store.readHorizon(Number.MAX_SAFE_INTEGER, null);

    test('the report has the time until which the service has watched, also after a restart', async () => {
      expect(await database.store.readHorizon(NOON, null)).toBe(NOON);
      await database.store.recordPresence({ ...report, since: NOON, at: NOON });
      await database.store.recordPresence({ ...report, since: NOON, at: NOON + 1000 });
      await database.reopen();
      expect(await watchedUntil()).toBe(NOON + 1000);
      expect(await database.store.readHorizon(NOON + 300, null)).toBe(NOON + 300);
    });

    test('a gap of 5 seconds is bridged, and a longer gap is recorded', async () => {
      const { store } = database;
      await store.recordPresence({ ...report, since: NOON, at: NOON });
      const bridged = { ...report, since: NOON + 5000, at: NOON + 6000 };
      expect(await store.recordPresence(bridged)).toBeNull();
      const window = await store.recordPresence({ ...report, since: NOON + 11_001, at: NOON + 11_500 });
      expect(window).toMatchObject({ from: NOON + 6000, to: NOON + 11_001 });
      expect(await watchedUntil()).toBe(NOON + 11_500);
      expect(await store.listUnsettledBlindWindows()).toEqual([window]);
      expect(await store.recordPresence({ ...report, since: NOON + 11_001, at: NOON + 90_000 })).toBeNull();
    });

    test('a start alone bridges nothing', async () => {
      const { store } = database;
      await store.recordPresence({ ...report, since: NOON, at: NOON });
      for (const start of [3000, 5000]) {
        const restart = await store.recordPresence({ ...report, since: NOON + start, at: NOON + start });
        expect(restart).toMatchObject({ from: NOON, to: NOON + start, brief: 'restart' });
      }
      expect(await store.listUnsettledBlindWindows()).toEqual([]);
      const window = await store.recordPresence({ ...report, since: NOON + 6000, at: NOON + 6000 });
      expect(window).toMatchObject({ from: NOON, to: NOON + 6000 });
    });

    test('the gap of a quick restart is recorded, and verdicts wait for jobs that retry', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const deadline = NOON + HOUR + 10 * MINUTE;
      await applyOne(store, ping(monitor!.id, 'ping', NOON));
      await store.recordPresence({ ...report, since: NOON, at: NOON });
      await store.recordPresence({ ...report, since: NOON, at: deadline - 1000 });
      await database.reopen();
      await database.store.recordPresence({ ...report, since: deadline + 1000, at: deadline + 1000 });
      const look = (at: number) =>
        database.store.apply([{ monitorID: monitor!.id, command: { kind: 'deadline', at } }]);
      await look(deadline + 6000);
      expect(await database.store.listRuns(monitor!.id, { limit: 10 })).toHaveLength(1);
      await database.reopen();
      await look(deadline + 6001);
      expect(await database.store.listRuns(monitor!.id, { limit: 10 })).toMatchObject([
        { state: 'missed' },
        {},
      ]);
    });

    test('a gap that a node noticed itself is recorded, and a stall postpones verdicts', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const deadline = NOON + HOUR + 10 * MINUTE;
      await applyOne(store, ping(monitor!.id, 'ping', NOON));
      await store.recordPresence({ ...report, since: NOON, at: deadline - 4000 });
      const gap = { from: deadline - 4000, to: deadline + 4000, brief: 'stall' as const };
      const recorded = await store.recordGap(gap, deadline + 4000);
      expect(recorded).toEqual({ id: recorded.id, ...gap });
      expect(await store.listUnsettledBlindWindows()).toEqual([]);
      const blind = await store.recordGap({ from: NOON, to: NOON + 6000 }, deadline + 4000);
      expect(await store.listUnsettledBlindWindows()).toEqual([blind]);
      await database.reopen();
      const look = (at: number) => database.store.applyDeadlines(at, 10, new Set());
      expect(await look(deadline + 4000)).toHaveLength(1);
      // The wake time includes the postponement, so nothing is judged again until then.
      expect(await database.store.findNextWakeAt()).toBe(deadline + 5001);
      expect(await look(deadline + 5000)).toHaveLength(0);
      await look(deadline + 5001);
      expect(await database.store.listRuns(monitor!.id, { limit: 10 })).toMatchObject([
        { state: 'missed' },
        {},
      ]);
    });

    test('a chain of quick restarts that lasts over a minute is recorded as one blind window', async () => {
      const { store } = database;
      const freezes = Array.from({ length: 9 }, (_, index) => NOON + index * 8000);
      const recorded = [];
      for (const from of freezes)
        recorded.push(
          await store.recordGap({ from, to: from + 3000, brief: 'restart' as const }, from + 3000),
        );
      expect(recorded.map(({ brief }) => brief ?? 'blind')).toEqual([...Array(8).fill('restart'), 'blind']);
      expect(recorded.at(-1)).toMatchObject({ from: NOON, to: NOON + 67_000 });
      expect(await store.listUnsettledBlindWindows()).toEqual([recorded.at(-1)]);
      const next = { from: NOON + 72_000, to: NOON + 75_000, brief: 'restart' as const };
      expect(await store.recordGap(next, next.to)).toMatchObject(next);
    });

    test('quick restarts of processes that each lived for a few seconds become one blind window after a minute', async () => {
      const { store } = database;
      const windows = [];
      await store.recordPresence({ ...report, since: NOON, at: NOON });
      for (let life = 1; life <= 9; life += 1) {
        const startedAt = NOON + life * 8000;
        await store.recordPresence({ ...report, since: startedAt - 8000, at: startedAt - 3000 });
        windows.push(await store.recordPresence({ ...report, since: startedAt, at: startedAt }));
      }
      expect(windows.map((window) => window?.brief ?? 'blind')).toEqual([
        ...Array(8).fill('restart'),
        'blind',
      ]);
      expect(await store.listUnsettledBlindWindows()).toMatchObject([
        { from: NOON + 5000, to: NOON + 72_000 },
      ]);
    });

    test('an earlier time is ignored if it differs by at most 5 seconds, and is adopted if it differs by more', async () => {
      const { store } = database;
      await store.recordPresence({ ...report, since: NOON, at: NOON + 1000 });
      await store.recordPresence({ ...report, epoch: 'behind', since: NOON - HOUR, at: NOON - 4000 });
      await store.forgetNode('behind');
      expect(await watchedUntil()).toBe(NOON + 1000);
      await store.recordPresence({ ...report, since: NOON - HOUR, at: NOON - 4001 });
      expect(await watchedUntil()).toBe(NOON - 4001);
    });
  });

  describe('listMonitorsExpectedBefore', () => {
    test('all monitors are listed in steps', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 7);
      const ids = monitors.map(({ id }) => id);
      await store.apply([0, 1, 3, 6].map((index) => ping(ids[index]!, 'ping', NOON + index)));
      expect(await store.listMonitorsExpectedBefore({ to: NOON + HOUR - 1 }, 0, 100)).toEqual({
        ids: [],
        next: null,
      });
      expect(await store.listMonitorsExpectedBefore({ to: NOON + HOUR + 3 }, 0, 100)).toEqual({
        ids: [ids[0], ids[1], ids[3]],
        next: null,
      });
      for (const span of [1, 2, 3, 6, 7, 8]) {
        const found: number[] = [];
        let steps = 0;
        for (let after: number | null = 0; after !== null; steps += 1) {
          const step = await store.listMonitorsExpectedBefore({ to: NOON + 2 * HOUR }, after, span);
          found.push(...step.ids);
          after = step.next;
        }
        expect(found, `span ${span}`).toEqual([ids[0], ids[1], ids[3], ids[6]]);
        expect(steps).toBe(Math.ceil(7 / span));
      }
    });

    test('deleted monitors do not end the list', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 5);
      await applyOne(store, ping(monitors[4]!.id, 'ping', NOON));
      for (const { id } of monitors.slice(0, 4)) await store.deleteMonitors([id], NOON);
      const found = await store.listMonitorsExpectedBefore({ to: NOON + HOUR }, 0, 1);
      expect(found).toEqual({ ids: [monitors[4]!.id], next: null });
    });
  });

  describe('blind windows', () => {
    test('each later verdict takes blind windows into account, also after a restart', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      await store.apply([a, b, c].map((monitor) => ping(monitor!.id, 'ping', NOON)));
      const window = await createBlindWindow(store, NOON + HOUR - MINUTE, NOON + HOUR + 1);
      expect(window).toEqual({ id: window.id, from: NOON + HOUR - MINUTE, to: NOON + HOUR + 1 });
      const judged = await applyOne(store, command(a!.id, { kind: 'deadline', at: WAKES }));
      expect(judged.status).toBe('up');
      await applyOne(store, command(c!.id, { kind: 'blind_window', at: NOON + HOUR + 2, window }));
      await database.reopen();
      await applyOne(database.store, command(b!.id, { kind: 'deadline', at: WAKES }));
      for (const { id } of [a!, b!, c!]) {
        const [run] = await database.store.listRuns(id, FIRST);
        expect(run).toMatchObject({ state: 'unknown', expectedAt: NOON + HOUR, blindWindowID: window.id });
        expect(await database.store.listTransitions(id, FIRST)).toHaveLength(1);
      }
    });

    test('a window of a team hides only the runs of that team, also after a restart', async () => {
      const { store } = database;
      const [flooding] = await makeMonitors(store, 1);
      const other = await makeTeam(store, 'other');
      const theirs = await makeMonitor(store, {
        teamID: other.id,
        projectID: other.projectID,
        name: 'theirs',
      });
      await store.apply([flooding!, theirs].map(({ id }) => ping(id, 'ping', NOON)));
      const { teamID } = flooding!;
      const gap = { from: NOON + HOUR, to: NOON + HOUR + MINUTE, teamID };
      const window = await store.recordGap(gap, gap.to);
      expect(window).toEqual({ id: window.id, ...gap });
      expect(await store.listUnsettledBlindWindows()).toEqual([window]);
      expect(await store.listMonitorsExpectedBefore(window, 0, 100)).toEqual({
        ids: [flooding!.id],
        next: null,
      });
      const brief = { from: WAKES - 100, to: WAKES + 100, brief: 'restart' as const, teamID };
      const postponing = await store.recordGap(brief, brief.to);
      expect(postponing).toEqual({ id: postponing.id, ...brief });
      await database.reopen();
      await judge(database.store, WAKES);
      expect((await database.store.listRuns(theirs.id, FIRST))[0]).toMatchObject({ state: 'missed' });
      expect(await database.store.listRuns(flooding!.id, FIRST)).toHaveLength(1);
      await judge(database.store, WAKES + 5101);
      expect((await database.store.listRuns(flooding!.id, FIRST))[0]).toMatchObject({
        state: 'unknown',
        blindWindowID: window.id,
      });
      await database.store.settleBlindWindow(window.id, WAKES + 5102);
      const rows = (await listOutbox(database.store, 0, 100)).filter(({ kind }) => kind === 'blind_window');
      expect(rows).toMatchObject([{ teamID, blindWindowID: window.id }]);
    });

    test('the gaps of a team form no chain with the gaps of others', async () => {
      const { store } = database;
      const teams = [(await makeTeam(store, 'one')).id, (await makeTeam(store, 'two')).id];
      const recorded = [];
      for (let index = 0; index < 18; index += 1) {
        const from = NOON + index * 4000;
        const teamID = teams[index % 2]!;
        recorded.push(
          await store.recordGap({ from, to: from + 3000, brief: 'restart', teamID }, from + 3000),
        );
      }
      // Every second gap is of the same team. The gaps of one team are 5 s apart, so they are a chain.
      const kinds = [...Array(16).fill('restart'), 'blind', 'blind'];
      expect(recorded.map(({ brief }) => brief ?? 'blind')).toEqual(kinds);
      expect(recorded.at(-1)).toMatchObject({ from: NOON + 4000, to: NOON + 71_000, teamID: teams[1] });
      const own = { from: NOON + 72_000, to: NOON + 75_000, brief: 'restart' as const };
      const shared = await store.recordGap(own, own.to);
      expect(shared).toEqual({ id: shared.id, ...own });
    });

    test('blind windows are listed until they are settled, oldest first', async () => {
      const { store } = database;
      const first = await createBlindWindow(store, NOON, NOON + MINUTE);
      const second = await createBlindWindow(store, NOON - HOUR, NOON);
      expect(await store.listUnsettledBlindWindows()).toEqual([first, second]);
      await store.settleBlindWindow(first.id, NOON + 5);
      await database.reopen();
      expect(await database.store.listUnsettledBlindWindows()).toEqual([second]);
      await database.store.settleBlindWindow(4711, NOON);
      expect(await listOutbox(database.store, 0, 10)).toEqual([]);
    });

    test('each affected team is informed once', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      const other = await makeTeam(store, 'other');
      const theirs = await makeMonitor(store, {
        teamID: other.id,
        projectID: other.projectID,
        name: 'theirs',
      });
      const third = await makeTeam(store, 'third');
      await makeMonitor(store, { teamID: third.id, projectID: third.projectID, name: 'unhurt' });
      await store.apply([a, b, c, theirs].map((monitor) => ping(monitor!.id, 'ping', NOON)));
      const alerts = (await listOutbox(store, 0, 100)).length;
      const window = await createBlindWindow(store, NOON + MINUTE, NOON + 2 * HOUR);
      const at = NOON + 2 * HOUR;
      await store.apply(
        [a, b, theirs].map((monitor) => command(monitor!.id, { kind: 'blind_window', at, window })),
      );
      await store.settleBlindWindow(window.id, at + 1);
      await store.settleBlindWindow(window.id, at + 2);
      const newAlerts = (await listOutbox(store, 0, 100)).slice(alerts);
      const row = {
        monitorID: null,
        kind: 'blind_window',
        transitionID: null,
        blindWindowID: window.id,
        incidentID: null,
        createdAt: at + 1,
        plannedAt: null,
      };
      expect(newAlerts.map(({ id, ...rest }) => [id > 0, rest])).toEqual([
        [true, { ...row, teamID: a!.teamID }],
        [true, { ...row, teamID: other.id }],
      ]);
    });
  });

  describe('listOutbox', () => {
    test('the list continues after a row', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await store.apply(
        ['end', 'fail', 'end', 'fail'].map((type, index) =>
          ping(monitor!.id, type === 'end' ? 'end' : 'fail', NOON + index),
        ),
      );
      const all = await listOutbox(store, 0, 100);
      expect(all.map(({ kind }) => kind)).toEqual(['up', 'down', 'recovered', 'down']);
      expect(await listOutbox(store, 0, 2)).toEqual(all.slice(0, 2));
      expect(await listOutbox(store, all[1]!.id, 10)).toEqual(all.slice(2));
      expect(await listOutbox(store, all[3]!.id, 10)).toEqual([]);
    });
  });

  describe('countStatuses', () => {
    test('the counts agree with the domain about every kind of state', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const failure = { reason: 'failed', at: NOON, expectedAt: null } as const;
      const states: Partial<MonitorState>[] = [];
      for (const paused of [false, true])
        for (const hasReported of [false, true])
          for (const failureStreak of [0, 2])
            for (const incident of [null, failure])
              for (const nextExpectedAt of [null, NOON - 1, NOON, NOON + 1])
                states.push({ paused, hasReported, failureStreak, incident, nextExpectedAt });
      const expected = new Map<Status, number>();
      for (const [index, state] of states.entries()) {
        const whole = await makeMonitor(store, { teamID, projectID, name: `m${index}`, state });
        const status = statusAt(whole, NOON);
        expected.set(status, (expected.get(status) ?? 0) + 1);
      }
      expect([...expected.keys()].sort()).toEqual([...STATUSES].sort());
      for (const span of [5, states.length, 1000]) {
        const counted = new Map<string, number>();
        for (let after: number | null = 0; after !== null; ) {
          const step = await store.countStatuses(NOON, after, span);
          for (const [status, count] of Object.entries(step.counts))
            counted.set(status, (counted.get(status) ?? 0) + count);
          after = step.next;
        }
        expect(Object.fromEntries(counted), `span ${span}`).toEqual(Object.fromEntries(expected));
      }
    });

    test('an empty database has empty counts', async () => {
      expect(await database.store.countStatuses(NOON, 0, 10)).toEqual({ counts: {}, next: null });
    });
  });

  describe('listMonitorGauges', () => {
    test('each monitor of every team is listed once, in steps', async () => {
      const { store } = database;
      const incident = { reason: 'failed', at: NOON, expectedAt: null } as const;
      const acme = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      const states: readonly Partial<MonitorState>[] = [
        {},
        { incident, failureStreak: 3, lastPingAt: NOON },
        { incident, paused: true },
      ];
      for (const [team, { id: teamID, projectID }] of Object.entries({ acme, other }))
        for (const [index, state] of states.entries())
          await makeMonitor(store, { teamID, projectID, name: `${team}${index}`, state });
      const found = [];
      for (let after = 0; ; ) {
        const step = await store.listMonitorGauges(after, 4);
        found.push(...step);
        const last = step.at(-1);
        if (last === undefined) break;
        after = last.id;
      }
      const expected = [
        { isDown: false, failureStreak: 0, lastPingAt: null, tags: [] },
        { isDown: true, failureStreak: 3, lastPingAt: NOON },
        { isDown: false },
      ];
      expect(found).toMatchObject([...expected, ...expected]);
      expect(new Set(found.map(({ shortID }) => shortID)).size).toBe(6);
      expect(new Set(found.map(({ team }) => team)).size).toBe(2);
    });
  });

  describe('probe', () => {
    test('probe resolves while the database takes writes', async () => {
      const { store } = database;
      await expect(store.probe()).resolves.toBeUndefined();
      const [monitor] = await makeMonitors(store, 1, { schedule: EVERY_HOUR.schedule });
      expect(await foundMonitor(store, monitor!)).toEqual(monitor);
    });
  });
}
