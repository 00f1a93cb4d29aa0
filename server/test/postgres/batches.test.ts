import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { ApplyOutcome, BatchInput, MonitorRecord } from '../../src/database/records.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import type { Store } from '../../src/store/store.ts';
import { createMonitorEdit } from '../edits.ts';
import {
  applyOne,
  collect,
  command,
  DAY,
  EVERY_HOUR,
  foundMonitor,
  HOUR,
  MINUTE,
  makeMonitors,
  NOON,
  ping,
} from '../store/suite/fixtures.ts';
import { VERSIONS } from './binaries.ts';
import { openTwoNodes } from './two-nodes.ts';

/** Time from which a run counts as missed, for a monitor of {@link makeMonitors} with a ping at noon. */
const MISSED = NOON + HOUR + 10 * MINUTE + 1;

function outcomes(applied: readonly ApplyOutcome[]): readonly (number | string | undefined)[] {
  return applied.map((result) => (result.outcome === 'applied' ? result.event?.number : result.outcome));
}

async function numbersOf(store: Store, { id }: MonitorRecord): Promise<readonly number[]> {
  const events = await collect(
    (before) => store.listEvents(id, { limit: 1000, ...(before === undefined ? {} : { before }) }),
    ({ number }) => number,
  );
  return events.map(({ number }) => number).reverse();
}

describe.each(VERSIONS)('batches on PostgreSQL %s', (version) => {
  test('batches of two nodes number the events of a monitor without gaps or duplicates', async () => {
    const { a, b } = await openTwoNodes(version);
    const monitors = await makeMonitors(a, 5);
    const there = monitors.map(({ id }) => id);
    const back = there.toReversed();
    const batch = (ids: readonly number[], at: number): BatchInput[] =>
      ids.flatMap((id) => [
        ping(id, 'start', at, { rid: `${at}` }),
        ping(id, 'end', at + 1, { rid: `${at}` }),
      ]);
    const applied = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [
        a.apply(batch(there, NOON + 10 * index)),
        b.apply(batch(back, NOON + 10 * index + 5)),
      ]).flat(),
    );
    expect(applied.flat().every(({ outcome }) => outcome === 'applied')).toBe(true);
    for (const monitor of monitors) {
      expect(await numbersOf(a, monitor)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
      expect((await foundMonitor(b, monitor)).state).toMatchObject({ runCount: 40, openRunCount: 0 });
    }
    expect(await a.check(10)).toEqual([]);
  });

  test('batches with the same tickets are applied once', async () => {
    const { a, b } = await openTwoNodes(version);
    const [one, two] = await makeMonitors(a, 2);
    const pings = [ping(one!.id, 'ping', NOON), ping(two!.id, 'ping', NOON), ping(one!.id, 'ping', NOON + 1)];
    const tickets = { epoch: 'life', numbers: [1, 2, 4] };
    expect(outcomes(await a.apply(pings.slice(0, 2), { epoch: 'life', numbers: [1, 2] }))).toEqual([1, 1]);
    expect(outcomes(await b.apply(pings, tickets))).toEqual(['already_applied', 'already_applied', 2]);
    expect(outcomes(await a.apply(pings, tickets))).toEqual(Array(3).fill('already_applied'));
    expect(outcomes(await a.apply(pings, { ...tickets, epoch: 'another life' }))).toEqual([3, 2, 4]);
  });

  test('batches with an input that the database refuses keep their tickets', async () => {
    const { a } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    const { id } = monitor!;
    const inputs = [
      ping(id, 'ping', NOON),
      createMonitorEdit(monitor!, NOON, { projectID: 4711 }),
      ping(id, 'ping', NOON + 1),
    ];
    const tickets = { epoch: 'life', numbers: [7, 8, 9] };
    expect(outcomes(await a.apply(inputs, tickets))).toEqual([1, 'failed', 2]);
    expect(outcomes(await a.apply(inputs, tickets))).toEqual(Array(3).fill('already_applied'));
  });

  test('a character that no text can hold is replaced, and fails no input', async () => {
    const { a, b } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    const { id } = monitor!;
    const inputs = [
      ping(id, 'start', NOON, { rid: 'r\0n', warnings: ['w\0'], request: { userAgent: 'curl\0' } }),
      createMonitorEdit(monitor!, NOON, { name: 'a\0b', tags: ['t\0'] }),
      ping(id, 'end', NOON + 1, { rid: 'r\0n' }),
    ];
    const tickets = { epoch: 'li\0fe', numbers: [1, 2, 3] };
    expect(outcomes(await a.apply(inputs, tickets))).toEqual([1, undefined, 2]);
    expect(outcomes(await b.apply(inputs, tickets))).toEqual(Array(3).fill('already_applied'));
    const [, start] = await a.listEvents(id, { limit: 10 });
    expect(start?.request.userAgent).toBe('curl\u{FFFD}');
    expect((await foundMonitor(b, monitor!)).details.name).toBe('a\u{FFFD}b');
    expect(await b.listRuns(id, { limit: 10 })).toMatchObject([{ runID: 'r\u{FFFD}n', state: 'succeeded' }]);
  });

  test('batches are known until their node has been silent for longer than the limit', async () => {
    const { a, b, query } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    const known = async () =>
      (await query('SELECT epoch FROM ping_nodes ORDER BY 1')).map(({ epoch }) => epoch);
    const again = () => b.apply([ping(monitor!.id, 'ping', NOON)], { epoch: 'crashed', numbers: [1] });
    async function passDays(from: number, to: number): Promise<void> {
      for (let day = from; day <= to; day += 10) {
        await a.apply([ping(monitor!.id, 'ping', NOON)], { epoch: 'live', numbers: [day + 1] });
        const now = NOON + day * DAY;
        await a.prune(
          { now, keptPerMonitor: 1, oldBefore: now - 90 * DAY, monitorsPerStep: 1, rowsPerStep: 1 },
          { by: 'expiry' },
        );
        expect(await known()).toContain('live');
      }
    }
    expect(outcomes(await again())).toEqual([1]);
    await passDays(0, 120);
    expect(outcomes(await again())).toEqual(['already_applied']);
    await passDays(130, 250);
    expect(await known()).toEqual(['crashed', 'live']);
    await passDays(260, 260);
    expect(await known()).toEqual(['live']);
  });

  test('batches whose connection breaks report an unavailable database, and are applied once when repeated', async () => {
    const { a, query, block } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    const tickets = { epoch: 'life', numbers: [1] };
    const pings = [ping(monitor!.id, 'ping', NOON)];
    const free = await block('events');
    const cut = a.apply(pings, tickets).catch((error: unknown) => error);
    await expect
      .poll(() =>
        query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO events%' AND datname = current_database()`),
      )
      .toHaveLength(1);
    expect(await cut).toBeInstanceOf(DatabaseUnavailable);
    await free();
    expect(outcomes(await a.apply(pings, tickets))).toEqual([1]);
    expect(outcomes(await a.apply(pings, tickets))).toEqual(['already_applied']);
  });

  test('batches are retried after a conflict of two transactions', async () => {
    const { a, url, query } = await openTwoNodes(version);
    const [one, two] = await makeMonitors(a, 2);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const lock = (id: number) =>
      other.query(`SELECT 1 FROM monitor_states WHERE monitor_id = ${id} FOR UPDATE`);
    // This session never checks for deadlocks, so the batch must detect the deadlock and be rolled back.
    await other.query("BEGIN; SET LOCAL deadlock_timeout = '60s'");
    await lock(two!.id);
    const applied = a.apply([ping(one!.id, 'ping', NOON), ping(two!.id, 'ping', NOON)]);
    await expect
      .poll(() =>
        query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        ),
      )
      .toHaveLength(1);
    await lock(one!.id);
    await other.query('COMMIT');
    expect(outcomes(await applied)).toEqual([1, 1]);
    await other.end();
  });

  test('batches follow the rules that another node has edited', async () => {
    const { a, b } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    const { id } = monitor!;
    await applyOne(b, ping(id, 'ping', NOON));
    await applyOne(
      a,
      command(id, { kind: 'edit', at: NOON + 1, rules: { ...EVERY_HOUR, alertAfterFailures: 2 } }),
    );
    expect(await applyOne(b, ping(id, 'fail', NOON + 2))).toMatchObject({ status: 'failing' });
    expect(await applyOne(b, ping(id, 'fail', NOON + 3))).toMatchObject({ status: 'down' });
  });

  test('batches do not postpone the stored wake time, and a check corrects a wake time that is too early', async () => {
    const { a } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1);
    await applyOne(a, ping(monitor!.id, 'ping', NOON));
    expect(await a.findNextWakeAt()).toBe(MISSED);
    await applyOne(a, ping(monitor!.id, 'ping', NOON + 30 * MINUTE));
    expect(await a.findNextWakeAt()).toBe(MISSED);
    expect(await a.applyDeadlines(MISSED, 10, new Set())).toMatchObject([
      { monitorID: monitor!.id, applied: { outcome: 'applied', changedStatus: false } },
    ]);
    expect(await a.findNextWakeAt()).toBe(MISSED + 30 * MINUTE);
    expect(await a.applyDeadlines(MISSED, 10, new Set())).toEqual([]);
  });

  test('batches find each of many open runs, the earliest limit first', async () => {
    const { a } = await openTwoNodes(version);
    const [monitor] = await makeMonitors(a, 1, { maxRunMs: MINUTE });
    const { id } = monitor!;
    const starts = Array.from({ length: 30 }, (_, index) =>
      ping(id, 'start', NOON + index, { rid: `run-${index}` }),
    );
    await a.apply(starts);
    await a.apply([5, 7, 29].map((index) => ping(id, 'end', NOON + 100, { rid: `run-${index}` })));
    await applyOne(a, command(id, { kind: 'deadline', at: NOON + MINUTE + 11 }));
    expect((await foundMonitor(a, monitor!)).state).toMatchObject({
      openRunCount: 18,
      runLimitAt: NOON + MINUTE + 11,
    });
    const states = (await a.listRuns(id, { limit: 100 })).map(({ state }) => state).reverse();
    expect(states.map((state) => state.slice(0, 1)).join('')).toBe('tttttststttrrrrrrrrrrrrrrrrrrs');
  });
});
