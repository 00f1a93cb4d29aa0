import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PRUNE_START, type PrunePosition } from '../../src/core/operations.ts';
import { PARTITION_MS } from '../../src/core/postgres/partitions/partitions.ts';
import { createRetention } from '../../src/core/retention/retention.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../fake-clock.ts';
import {
  applyOne,
  command,
  countingIDs,
  DAY,
  HOUR,
  MINUTE,
  makeMonitors,
  ping,
} from '../store/suite/fixtures.ts';
import { VERSIONS, type Version } from './binaries.ts';
import { query } from './cluster.ts';
import { makeEmptyDatabase } from './database.ts';

/** First millisecond of a partition. */
const START = Math.floor(Date.UTC(2026, 10, 1) / PARTITION_MS) * PARTITION_MS;
const NEXT = START + PARTITION_MS;
const ALL = { limit: 10_000 };
const EVERYTHING = Number.MAX_SAFE_INTEGER;

interface Bench {
  readonly url: string;
  readonly store: Store;
  /** Opens another node on the same database. */
  openAnother(): Promise<Store>;
  ask(statement: string): Promise<readonly Record<string, unknown>[]>;
  partitions(table: string): Promise<readonly string[]>;
}

async function openBench(version: Version): Promise<Bench> {
  const { url, drop } = await makeEmptyDatabase(version);
  const stores: Store[] = [];
  const openAnother = async () => {
    const store = await openPostgresStore({ url, newID: countingIDs(), now: START });
    stores.push(store);
    return store;
  };
  const ask = (statement: string) => query(url, statement);
  onTestFinished(async () => {
    for (const store of stores) expect(await store.check(10)).toEqual([]);
    for (const store of stores) await store.close();
    await drop();
  });
  return {
    url,
    store: await openAnother(),
    openAnother,
    ask,
    async partitions(table) {
      const rows = await ask(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = '${table}'::regclass ORDER BY 1`);
      return rows.map(({ name }) => String(name));
    },
  };
}

const nameOf = (table: string, from: number) =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function prune(store: Store, oldBefore: number): Promise<number> {
  let deleted = 0;
  for (let from: PrunePosition | null = PRUNE_START; from !== null; ) {
    const step: Awaited<ReturnType<Store['prune']>> = await store.prune(
      { now: oldBefore, keptPerMonitor: EVERYTHING, oldBefore, monitorsPerStep: 200, rowsPerStep: 500 },
      from,
    );
    deleted += step.deleted;
    from = step.next;
  }
  return deleted;
}

/**
 * Inserts events and runs of a monitor, one per second. There are so many that retention drops their partitions instead
 * of deleting rows.
 */
async function stuff({ ask }: Bench, monitorID: number, from: number, rows = 120_000): Promise<void> {
  // Turns autovacuum off. After so many inserts, autovacuum may start at any time, and it locks these tables too.
  for (const table of ['events', 'event_bodies', 'runs'])
    await ask(`ALTER TABLE ${nameOf(table, from)}
      SET (autovacuum_enabled = false, toast.autovacuum_enabled = false)`);
  await ask(`INSERT INTO events (monitor_id, number, type, at, run_id, method, user_agent, remote_address, body_size)
    SELECT ${monitorID}, event_count + n, 'ping', ${from} + n * 1000, 'stuffed-' || event_count + n, 'GET', repeat('x', 200), '192.0.2.1', 1
    FROM monitor_states, generate_series(1, ${rows}) AS n WHERE monitor_id = ${monitorID}`);
  await ask(`INSERT INTO event_bodies (monitor_id, number, at, body)
    SELECT ${monitorID}, event_count + n, ${from} + n * 1000, 'b'
    FROM monitor_states, generate_series(1, ${rows}) AS n WHERE monitor_id = ${monitorID}`);
  await ask(`INSERT INTO runs (monitor_id, seq, made_at, run_id, state, started_at, ended_at, late, end_event)
    SELECT ${monitorID}, run_count + n, ${from} + n * 1000, 'stuffed-' || run_count + n || repeat('x', 200), 'succeeded',
      ${from} + n * 1000, ${from} + n * 1000, 0, event_count + n
    FROM monitor_states, generate_series(1, ${rows}) AS n WHERE monitor_id = ${monitorID}`);
  await ask(`UPDATE monitor_states SET event_count = event_count + ${rows}, run_count = run_count + ${rows}
    WHERE monitor_id = ${monitorID}`);
}

describe.each(VERSIONS)('retention on PostgreSQL %s', (version) => {
  test('old partitions are dropped completely, and rows that the rules need are kept, with all later rows', async () => {
    const bench = await openBench(version);
    const { store, partitions } = bench;
    const [busy, open, missed, young] = await makeMonitors(store, 4, { maxRunMs: 300 * DAY });
    await stuff(bench, busy!.id, START);
    await applyOne(store, ping(open!.id, 'ping', START + HOUR));
    await applyOne(store, ping(open!.id, 'start', START + 2 * HOUR, { rid: 'long' }));
    await applyOne(store, ping(open!.id, 'ping', START + 3 * HOUR, { rid: 'short' }));
    await applyOne(store, ping(missed!.id, 'ping', START + HOUR));
    await applyOne(store, command(missed!.id, { kind: 'deadline', at: START + 2 * HOUR + 11 * MINUTE }));
    await applyOne(store, ping(young!.id, 'ping', NEXT + HOUR));
    await applyOne(store, ping(busy!.id, 'ping', NEXT + HOUR));

    await prune(store, NEXT - 1);
    expect(await partitions('runs')).toContain(nameOf('runs', START));
    expect((await store.listRuns(busy!.id, { limit: 1, before: 2 }))[0]?.seq).toBe(1);

    await prune(store, NEXT);
    for (const table of ['events', 'event_bodies', 'runs'])
      expect(await partitions(table)).not.toContain(nameOf(table, START));
    expect((await store.listEvents(busy!.id, ALL)).map(({ number }) => number)).toEqual([120_001]);
    expect((await store.listRuns(busy!.id, ALL)).map(({ seq }) => seq)).toEqual([120_001]);
    expect((await store.listRuns(open!.id, ALL)).map(({ seq }) => seq)).toEqual([3, 2]);
    expect((await store.listRuns(missed!.id, ALL)).map(({ seq }) => seq)).toEqual([2]);
    expect(await store.listEvents(open!.id, ALL)).toEqual([]);

    // The rules still find the open run, which retention moved out of the dropped partition.
    await applyOne(store, ping(open!.id, 'end', NEXT + 2 * HOUR, { rid: 'long' }));
    expect((await store.listRuns(open!.id, ALL)).find(({ seq }) => seq === 2)).toMatchObject({
      state: 'succeeded',
      durationMs: PARTITION_MS,
    });
  });

  test('an event is kept if it follows an event in a younger partition', async () => {
    const bench = await openBench(version);
    const { store } = bench;
    const [monitor] = await makeMonitors(store, 1);
    const { id } = monitor!;
    await stuff(bench, id, START);
    const body = new Uint8Array([1]);
    // The second ping is older: it waited on another connection while the first was stored.
    await applyOne(store, ping(id, 'ping', NEXT + 1));
    await applyOne(store, ping(id, 'ping', NEXT - 1, { request: { body } }));
    await prune(store, NEXT);
    expect((await store.listEvents(id, ALL)).map(({ number }) => number)).toEqual([120_002, 120_001]);
    expect(await store.findEventBody(id, 120_002)).toEqual(Buffer.from(body));
    await prune(store, NEXT + 2);
    expect(await store.listEvents(id, ALL)).toEqual([]);
    expect(await store.findEventBody(id, 120_002)).toBeNull();
  });

  test('a partition in use is left to the next round', async () => {
    const bench = await openBench(version);
    const { store, url, partitions } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await stuff(bench, monitor!.id, START);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; SELECT 1 FROM events LIMIT 1');
    await prune(store, NEXT);
    expect(await partitions('events')).toContain(nameOf('events', START));
    expect(await partitions('runs')).not.toContain(nameOf('runs', START));
    await reader.end();
    await prune(store, NEXT);
    expect(await partitions('events')).not.toContain(nameOf('events', START));
  });

  test('two nodes that drop partitions at the same time lose nothing', async () => {
    const bench = await openBench(version);
    const other = await bench.openAnother();
    const { store, partitions } = bench;
    const [busy, open] = await makeMonitors(store, 2, { maxRunMs: 300 * DAY });
    await stuff(bench, busy!.id, START);
    await applyOne(store, ping(open!.id, 'start', START + HOUR, { rid: 'long' }));
    await applyOne(store, ping(busy!.id, 'ping', NEXT + 1));
    await Promise.all([prune(store, NEXT), prune(other, NEXT)]);
    expect(await partitions('runs')).not.toContain(nameOf('runs', START));
    expect((await store.listRuns(open!.id, ALL)).map(({ seq }) => seq)).toEqual([1]);
    expect(await store.listEvents(busy!.id, ALL)).toHaveLength(1);
  });

  test('a round creates partitions in advance, and belongs to one node at a time', async () => {
    const { store, partitions } = await openBench(version);
    const now = START + 10 * PARTITION_MS;
    const clock = createFakeClock(now);
    const silent = () => {};
    const log = { debug: silent, info: silent, warn: silent, error: silent };
    const pruned: string[] = [];
    const engine = (holder: string) => {
      const prune: Store['prune'] = async (...step) => {
        pruned.push(holder);
        return store.prune(...step);
      };
      return createRetention({ store: { ...store, prune }, clock, log, holder, days: 90, events: 10 });
    };
    await store.takeLease({ name: 'retention', holder: 'another', at: now, until: now + MINUTE });
    await engine('one').round();
    expect(pruned).toEqual([]);
    clock.jump(MINUTE);
    await engine('one').round();
    expect(new Set(pruned)).toEqual(new Set(['one']));
    for (const table of ['events', 'event_bodies', 'runs'])
      expect(await partitions(table)).toEqual(
        expect.arrayContaining([0, 1, 2].map((ahead) => nameOf(table, now + ahead * PARTITION_MS))),
      );
    // Releases the lease.
    await engine('two').round();
    expect(new Set(pruned)).toEqual(new Set(['one', 'two']));
  });
});
