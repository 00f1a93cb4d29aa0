import type { AlertPlan } from '@overdue/domain/alerting/alert-plan.ts';
import type { AlertPlanInput } from '@overdue/domain/alerting/alert-plan-input.ts';
import { describe, expect, test } from 'vitest';
import { PRUNE_START, type PrunePolicy, type PrunePosition } from '../../../src/core/operations.ts';
import type { Store } from '../../../src/store/store.ts';
import { listOutbox } from '../outbox.ts';
import { claim, ended, makeChannel, planDeliveries } from './alert-fixtures.ts';
import {
  applyOne,
  command,
  DAY,
  eachTest,
  foundMonitor,
  HOUR,
  MINUTE,
  makeMonitors,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const FIRST = { limit: 10_000 };
const ALL = Number.MAX_SAFE_INTEGER;

/** Runs all steps. Returns the number of rows that each step deleted. */
async function prune(store: Store, policy: Partial<PrunePolicy>): Promise<number[]> {
  const { now = 0, oldBefore = 0, keptPerMonitor = ALL, rowsPerStep = 500, monitorsPerStep = 200 } = policy;
  const steps: number[] = [];
  for (let from: PrunePosition | null = PRUNE_START; from !== null; ) {
    if (steps.length > 2000) throw new Error('Pruning does not end.');
    const step: Awaited<ReturnType<Store['prune']>> = await store.prune(
      { now, keptPerMonitor, oldBefore, monitorsPerStep, rowsPerStep },
      from,
    );
    expect(step.deleted).toBeLessThanOrEqual(rowsPerStep);
    steps.push(step.deleted);
    from = step.next;
  }
  return steps;
}

/** Marks all alerts as planned, because retention doesn't delete unplanned alerts. */
async function tellNobody(store: Store): Promise<void> {
  const write = ({ rows }: AlertPlanInput): AlertPlan => ({
    rows: rows.map(({ id }) => ({ outboxID: id, outcome: 'planned', planAt: 0, held: null, decisions: [] })),
    deliveries: [],
    additions: [],
    replacedAlarms: [],
    incidentTimers: [],
  });
  while ((await store.planDueRows(NOON + 300 * DAY, 100, { plan: write })) > 0);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export function describeRetention(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Adds newer rows to the tables, because a database may keep its newest rows regardless of their age. */
  async function pingLast(monitorID: number, at: number): Promise<void> {
    await database.store.apply([ping(monitorID, 'fail', at), ping(monitorID, 'end', at)]);
  }

  const numbers = async (id: number) =>
    (await database.store.listEvents(id, FIRST)).map(({ number }) => number);
  const seqs = async (id: number) => (await database.store.listRuns(id, FIRST)).map(({ seq }) => seq);
  const countdown = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => from - index);

  describe('prune', () => {
    test('no row that the policy keeps is deleted', async () => {
      const { store } = database;
      expect(sum(await prune(store, { oldBefore: NOON, keptPerMonitor: 1 }))).toBe(0);
      const [monitor] = await makeMonitors(store, 2);
      await store.apply([1, 2, 3].map((minute) => ping(monitor!.id, 'ping', NOON + minute)));
      expect(sum(await prune(store, { oldBefore: NOON, keptPerMonitor: 3 }))).toBe(0);
      expect(sum(await prune(store, {}))).toBe(0);
    });

    test.each([1, 3, 99, 100, 101, 150, 249, 250])(
      'the newest %i events and runs of each monitor are kept',
      async (keptPerMonitor) => {
        const { store } = database;
        const [a, b] = await makeMonitors(store, 2);
        for (let row = 0; row < 250; row += 25) {
          const pings = Array.from({ length: 25 }, (_, index) => ping(a!.id, 'ping', NOON + row + index));
          await store.apply([...pings, ping(b!.id, 'ping', NOON + row)]);
        }
        const others = Math.max(0, 10 - keptPerMonitor) * 2;
        expect(sum(await prune(store, { keptPerMonitor }))).toBe((250 - keptPerMonitor) * 2 + others);
        expect(await numbers(a!.id)).toEqual(countdown(250, 251 - keptPerMonitor));
        expect(await seqs(a!.id)).toEqual(countdown(250, 251 - keptPerMonitor));
        expect(await numbers(b!.id)).toEqual(countdown(10, Math.max(1, 11 - keptPerMonitor)));
        expect(await applyOne(store, ping(a!.id, 'ping', NOON + 300))).toMatchObject({
          event: { number: 251 },
        });
        expect(sum(await prune(store, { keptPerMonitor }))).toBe(2);
      },
    );

    test.each([1, 7, 30, 100, 333])(
      'at most %i rows are deleted in one step, oldest first',
      async (rowsPerStep) => {
        const { store } = database;
        const [a] = await makeMonitors(store, 3);
        await store.apply(Array.from({ length: 240 }, (_, index) => ping(a!.id, 'ping', NOON + index)));
        await store.prune(
          { now: 0, keptPerMonitor: 20, oldBefore: 0, monitorsPerStep: 1, rowsPerStep },
          PRUNE_START,
        );
        const kept = await numbers(a!.id);
        expect(kept).toEqual(countdown(240, 1 + Math.min(rowsPerStep, 220)));
        const steps = await prune(store, { keptPerMonitor: 20, rowsPerStep, monitorsPerStep: 1 });
        expect(sum(steps)).toBe(2 * 220 - Math.min(rowsPerStep, 440));
        expect(await numbers(a!.id)).toEqual(countdown(240, 221));
        expect(await seqs(a!.id)).toEqual(countdown(240, 221));
      },
    );

    test('rows older than a time are deleted, to the millisecond, with bodies', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const body = new Uint8Array([1, 2]);
      for (let day = 0; day < 6; day += 1) {
        await store.apply(
          [a, b].map((monitor) =>
            ping(monitor!.id, day % 2 === 0 ? 'fail' : 'end', NOON + day * DAY, { request: { body } }),
          ),
        );
      }
      const before = await foundMonitor(store, a!);
      await pingLast(b!.id, NOON + 6 * DAY);
      expect(await store.findEventBody(a!.id, 2)).not.toBeNull();
      expect(await store.findNewestBody(a!.id, [1, 2])).toMatchObject({ number: 2 });
      await prune(store, { oldBefore: NOON + 2 * DAY });
      expect(await numbers(a!.id)).toEqual([6, 5, 4, 3]);
      expect(await store.findEventBody(a!.id, 2)).toBeNull();
      expect(await store.findNewestBody(a!.id, [2])).toBeNull();
      expect(await store.findNewestBody(a!.id, [])).toBeNull();
      expect(await store.findEventBody(a!.id, 3)).not.toBeNull();
      const runs = await store.listRuns(a!.id, FIRST);
      expect(runs.every(({ endedAt, expectedAt }) => (endedAt ?? expectedAt ?? 0) >= NOON + 2 * DAY)).toBe(
        true,
      );
      await prune(store, { oldBefore: NOON + 2 * DAY + 1 });
      expect(await numbers(a!.id)).toEqual([6, 5, 4]);
      expect(await numbers(b!.id)).toEqual([8, 7, 6, 5, 4]);
      expect(await foundMonitor(store, a!)).toEqual(before);
      await prune(store, { oldBefore: NOON + 6 * DAY });
      expect(await numbers(a!.id)).toEqual([]);
      expect(await applyOne(store, ping(a!.id, 'ping', NOON + 7 * DAY))).toMatchObject({
        event: { number: 7 },
      });
      expect(await numbers(a!.id)).toEqual([7]);
      expect(await store.listEvents(a!.id, { before: 7, limit: 5 })).toEqual([]);
    });

    test('old transitions are deleted with their alerts, and the other history stays', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      await store.apply(
        [0, 1, 2, 3].map((day) => ping(a!.id, day % 2 === 0 ? 'fail' : 'end', NOON + day * DAY)),
      );
      await pingLast(b!.id, NOON + 4 * DAY);
      const ids = async () => (await store.listTransitions(a!.id, FIRST)).map(({ id }) => id);
      const untold = await ids();
      await prune(store, { oldBefore: NOON + 2 * DAY });
      expect(await ids()).toEqual(untold);
      await tellNobody(store);
      await prune(store, { oldBefore: NOON + 2 * DAY });
      const transitions = await store.listTransitions(a!.id, FIRST);
      expect(transitions.length).toBeGreaterThan(0);
      expect(transitions.every(({ at }) => at >= NOON + 2 * DAY)).toBe(true);
      const remaining = (await listOutbox(store, 0, 100)).filter(({ monitorID }) => monitorID === a!.id);
      expect(remaining.map(({ transitionID }) => transitionID)).toEqual(
        transitions.map(({ id }) => id).reverse(),
      );
    });

    test('old deliveries and incidents are deleted, except waiting and open ones', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 4);
      const { teamID } = a!;
      const ops = await makeChannel(store, teamID, 'ops');
      await store.apply([a!, b!, c!].map(({ id }) => ping(id, 'fail', NOON)));
      await planDeliveries(store, [ops], { expiresAt: NOON + 300 * DAY });
      const [first, second] = await claim(store, NOON);
      await store.recordAttempts([ended(first!, NOON), ended(second!, NOON)]);
      await store.apply([a!, c!].map(({ id }) => command(id, { kind: 'pause', at: NOON + 1 })));
      // Adds newer rows, because a database may keep its newest rows.
      await pingLast((await store.listMonitors(teamID, {}))[3]!.id, NOON + 4 * DAY);
      await planDeliveries(store, [ops], { expiresAt: NOON + 300 * DAY });
      await prune(store, { oldBefore: NOON + DAY, rowsPerStep: 2 });
      const open = await store.listIncidents(teamID, { limit: 10, monitorShortID: b!.shortID });
      expect(open).toMatchObject([{ closedAt: null }]);
      const gone = await store.listIncidents(teamID, { limit: 10, monitorShortID: a!.shortID });
      // The incident is kept, because the alert about its end is still to be sent.
      expect(gone).toHaveLength(1);
      const sent = await store.listDeliveries(teamID, { state: 'sent', limit: 10 });
      expect(sent.map(({ id }) => id)).toEqual([second!.id]);
      expect(await store.listAttempts(first!.id, 10)).toEqual([]);
      const waiting = await claim(store, NOON + 2 * MINUTE);
      await store.recordAttempts(waiting.map((delivery) => ended(delivery, NOON + 2 * MINUTE)));
      await prune(store, { oldBefore: NOON + DAY, rowsPerStep: 2 });
      expect(await store.listIncidents(teamID, { limit: 10, monitorShortID: a!.shortID })).toEqual([]);
      expect(await store.listIncidents(teamID, { limit: 10, monitorShortID: b!.shortID })).toHaveLength(1);
      const kept = await store.listDeliveries(teamID, { limit: 10, monitorShortID: b!.shortID });
      expect(kept.map(({ id }) => id)).toEqual([second!.id]);
    });

    test('the notes of an incident are deleted with the incident', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      await store.apply([ping(a!.id, 'fail', NOON), ping(a!.id, 'end', NOON + MINUTE)]);
      const [incident] = await store.listIncidents(a!.teamID, { limit: 1 });
      const note = { noteID: 'n', at: NOON, author: 'Ann', text: 'Seen.' };
      await store.changeIncident(incident!, { kind: 'add_note', note, max: 5 });
      await pingLast(b!.id, NOON + DAY);
      await prune(store, { oldBefore: NOON + HOUR });
      expect(await store.listNotes(incident!.id)).toEqual([note]);
      await tellNobody(store);
      await prune(store, { oldBefore: NOON + HOUR });
      expect(await store.listNotes(incident!.id)).toEqual([]);
    });

    test('old rows are examined in steps, too', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      for (let row = 0; row < 60; row += 1) {
        await store.apply(
          [a, b].map((monitor) => ping(monitor!.id, row % 2 === 0 ? 'fail' : 'end', NOON + row)),
        );
      }
      await pingLast(b!.id, NOON + DAY);
      await tellNobody(store);
      const steps = await prune(store, { oldBefore: NOON + HOUR, rowsPerStep: 7 });
      expect(Math.max(...steps)).toBe(7);
      expect(await numbers(a!.id)).toEqual([]);
      expect(await store.listTransitions(a!.id, FIRST)).toEqual([]);
      expect(await numbers(b!.id)).toEqual([62, 61]);
    });

    test('open runs, and rows that the rules still need, are kept', async () => {
      const { store } = database;
      const long = { maxRunMs: 300 * DAY };
      const [open, started, missed] = await makeMonitors(store, 4, long);
      // Creates an open run that must be kept: a closing ping without a rid ends the run of the last start.
      await applyOne(store, ping(started!.id, 'start', NOON));
      // Creates an open run, with closed runs before and after it.
      await applyOne(store, ping(open!.id, 'ping', NOON));
      await applyOne(store, ping(open!.id, 'start', NOON + 1, { rid: 'long' }));
      await applyOne(store, ping(open!.id, 'ping', NOON + 2, { rid: 'short' }));
      // Creates the occurrence before the current occurrence. A late report still belongs to the earlier occurrence.
      await applyOne(store, ping(missed!.id, 'ping', NOON));
      await applyOne(store, command(missed!.id, { kind: 'deadline', at: NOON + HOUR + 11 * MINUTE }));
      await pingLast((await store.listMonitors(open!.teamID, {}))[3]!.id, NOON + 200 * DAY);
      for (const policy of [{ oldBefore: NOON + 100 * DAY }, { keptPerMonitor: 1 }]) {
        await prune(store, policy);
        expect((await store.listRuns(open!.id, FIRST)).map(({ seq, state }) => [seq, state])).toEqual([
          [3, 'succeeded'],
          [2, 'running'],
        ]);
        expect(await seqs(started!.id)).toEqual([1]);
        expect(await seqs(missed!.id)).toEqual([2]);
      }
      await store.apply([
        ping(started!.id, 'end', NOON + 100 * DAY),
        ping(missed!.id, 'ping', NOON + HOUR + 12 * MINUTE),
      ]);
      expect((await store.listRuns(started!.id, FIRST)).find(({ seq }) => seq === 1)).toMatchObject({
        state: 'succeeded',
        durationMs: 100 * DAY,
      });
      expect((await store.listRuns(missed!.id, FIRST))[0]).toMatchObject({
        seq: 2,
        state: 'succeeded',
        late: true,
      });
      await applyOne(store, ping(open!.id, 'end', NOON + 100 * DAY, { rid: 'long' }));
      expect(await seqs(open!.id)).toContain(2);
      await prune(store, { oldBefore: NOON + 101 * DAY });
      expect(await seqs(open!.id)).not.toContain(2);
    });

    test('a late closing ping of a deleted run reports a new run', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      await applyOne(store, ping(a!.id, 'start', NOON, { rid: 'r' }));
      await applyOne(store, ping(a!.id, 'end', NOON + MINUTE, { rid: 'r' }));
      await pingLast(b!.id, NOON + 3 * MINUTE);
      await prune(store, { oldBefore: NOON + 2 * MINUTE });
      expect(await seqs(a!.id)).toEqual([]);
      const late = NOON + 4 * MINUTE;
      // The event has no duration, because the run with its start was deleted.
      expect(await applyOne(store, ping(a!.id, 'fail', late, { rid: 'r' }))).toMatchObject({
        event: { number: 3, runID: 'r', durationMs: null },
      });
      expect(await store.listRuns(a!.id, FIRST)).toMatchObject([
        {
          seq: 2,
          runID: 'r',
          state: 'failed',
          startedAt: null,
          endedAt: late,
          startEvent: null,
          endEvent: 3,
        },
      ]);
    });

    test('no simultaneous ping is lost', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 3);
      for (let row = 0; row < 30; row += 1)
        await store.apply(monitors.map(({ id }) => ping(id, 'ping', NOON + row)));
      const pings = Array.from({ length: 30 }, (_, row) =>
        store.apply(monitors.map(({ id }) => ping(id, 'end', NOON + HOUR + row))),
      );
      await Promise.all([
        ...pings,
        prune(store, { keptPerMonitor: 5, oldBefore: NOON + 10, rowsPerStep: 3 }),
      ]);
      await prune(store, { keptPerMonitor: 5 });
      for (const { id } of monitors) expect(await numbers(id)).toEqual(countdown(60, 56));
    });
  });
}
