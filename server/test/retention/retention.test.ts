import { expect, onTestFinished, test } from 'vitest';
import { createRetention } from '../../src/core/retention/retention.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import type { Store } from '../../src/store/store.ts';
import { openEmptyStore } from '../empty-store.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { countingIDs, DAY, HOUR, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { interceptStore, type StoreMethod } from '../watchdog/core.ts';

const ALL = { limit: 10_000 };

interface Bench {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Store calls for pruning so far. */
  readonly calls: readonly StoreMethod[];
  hook: (call: () => Promise<unknown>) => Promise<unknown>;
  retention(policy: { readonly days: number; readonly events: number }): ReturnType<typeof createRetention>;
  /** Returns the numbers of the remaining events, and the seqs of the remaining runs. */
  left(monitorID: number): Promise<{ readonly events: readonly number[]; readonly runs: readonly number[] }>;
}

async function openBench(): Promise<Bench> {
  const clock = createFakeClock(NOON);
  const store = await openEmptyStore(countingIDs());
  const errors: string[] = [];
  const warnings: string[] = [];
  const calls: StoreMethod[] = [];
  const silent = () => {};
  const log = {
    debug: silent,
    info: silent,
    warn: (_: unknown, line: string) => void warnings.push(line),
    error: (_: unknown, line: string) => void errors.push(line),
  };
  const seen = interceptStore(store, (method, call) => {
    if (method !== 'prune') return call();
    calls.push(method);
    return bench.hook(call);
  });
  const bench: Bench = {
    store,
    clock,
    errors,
    warnings,
    calls,
    hook: (call) => call(),
    retention: (policy) => createRetention({ store: seen, clock, log, holder: 'the only one', ...policy }),
    left: async (id) => ({
      events: (await store.listEvents(id, ALL)).map(({ number }) => number),
      runs: (await store.listRuns(id, ALL)).map(({ seq }) => seq),
    }),
  };
  onTestFinished(async () => {
    expect(await store.check(10)).toEqual([]);
    await store.close();
  });
  return bench;
}

/** Sends a ping each day at noon, for a number of days. */
async function pingDaily(store: Store, monitorID: number, days: number): Promise<void> {
  await store.apply(
    Array.from({ length: days }, (_, day) =>
      ping(monitorID, 'fail', NOON + day * DAY, { request: { body: new Uint8Array([day]) } }),
    ),
  );
}

test('recent events are kept with their bodies', async () => {
  const { store, clock, retention, left } = await openBench();
  const [monitor, other] = await makeMonitors(store, 2, { maxRunMs: DAY });
  await pingDaily(store, monitor!.id, 10);
  await store.apply([ping(other!.id, 'fail', NOON + 9 * DAY), ping(other!.id, 'end', NOON + 9 * DAY + 1)]);
  clock.jump(10 * DAY);
  const round = retention({ days: 4, events: 0 }).round();
  await clock.advance(HOUR);
  expect(await round).toBeGreaterThanOrEqual(6);
  expect((await left(monitor!.id)).events).toEqual([10, 9, 8, 7]);
  expect(await store.findEventBody(monitor!.id, 6)).toBeNull();
  expect([...((await store.findEventBody(monitor!.id, 7)) ?? [])]).toEqual([6]);
});

test('the newest events of each monitor are kept', async () => {
  const { store, clock, retention, left } = await openBench();
  const [busy, quiet] = await makeMonitors(store, 2);
  for (let row = 0; row < 1500; row += 500)
    await store.apply(Array.from({ length: 500 }, (_, index) => ping(busy!.id, 'ping', NOON + row + index)));
  await store.apply([ping(quiet!.id, 'ping', NOON)]);
  const round = retention({ days: 0, events: 3 }).round();
  await clock.advance(HOUR);
  expect(await round).toBe(2 * 1497);
  expect(await left(busy!.id)).toEqual({ events: [1500, 1499, 1498], runs: [1500, 1499, 1498] });
  expect(await left(quiet!.id)).toEqual({ events: [1], runs: [1] });
});

test('everything is kept when the policy says so', async () => {
  const { store, clock, retention, left } = await openBench();
  const [monitor] = await makeMonitors(store, 1);
  await pingDaily(store, monitor!.id, 10);
  clock.jump(1000 * DAY);
  const round = retention({ days: 0, events: 0 }).round();
  await clock.advance(HOUR);
  expect(await round).toBe(0);
  expect((await left(monitor!.id)).events).toHaveLength(10);
});

test('retention prunes a minute after the start, and then every hour', async () => {
  const { store, clock, calls, retention, left } = await openBench();
  const [monitor] = await makeMonitors(store, 1);
  const engine = retention({ days: 0, events: 1 });
  engine.start();
  for (const [afterMs, kept] of [
    [59_999, 2],
    [1, 1],
    [3_600_000 - 1, 2],
    [HOUR / 10, 1],
  ] as const) {
    await store.apply([ping(monitor!.id, 'ping', clock.now())]);
    await clock.advance(afterMs);
    if (kept === 1) expect((await left(monitor!.id)).events).toHaveLength(1);
  }
  const rounds = calls.length;
  await clock.advance(HOUR / 2);
  expect(calls).toHaveLength(rounds);
  await engine.stop();
  expect(clock.pending()).toBe(0);
});

test('the next round continues after the database has refused', async () => {
  const bench = await openBench();
  const { store, clock, retention, left } = bench;
  const [monitor] = await makeMonitors(store, 1);
  await pingDaily(store, monitor!.id, 5);
  bench.hook = () => Promise.reject(new Error('away'));
  const engine = retention({ days: 0, events: 1 });
  engine.start();
  await clock.advance(60_000);
  expect(bench.errors).toHaveLength(1);
  bench.hook = (call) => call();
  await clock.advance(HOUR + 1000);
  expect((await left(monitor!.id)).events).toEqual([5]);
  await engine.stop();
});

test('an unavailable database is logged once, as a warning', async () => {
  const bench = await openBench();
  const { clock, errors, warnings, calls, retention } = bench;
  bench.hook = () => Promise.reject(new DatabaseUnavailable('PostgreSQL is away.'));
  const engine = retention({ days: 1, events: 0 });
  engine.start();
  await clock.advance(3 * HOUR);
  expect(calls).toHaveLength(3);
  expect([errors, warnings]).toEqual([[], ['Pruning failed. It continues in the next round.']]);
  await engine.stop();
});

test.each(['while it deletes', 'between two steps'])('retention stops immediately %s', async (moment) => {
  const bench = await openBench();
  const { store, clock, calls, retention, left } = bench;
  const [monitor] = await makeMonitors(store, 1);
  for (let row = 0; row < 1000; row += 500)
    await store.apply(
      Array.from({ length: 500 }, (_, index) => ping(monitor!.id, 'ping', NOON + row + index)),
    );
  const engine = retention({ days: 0, events: 1 });
  engine.start();
  let stopped: Promise<void> | null = null;
  bench.hook = async (call) => {
    const response = await call();
    if (moment === 'while it deletes') stopped ??= engine.stop();
    return response;
  };
  await clock.advance(60_000);
  stopped ??= engine.stop();
  let hasStopped = false;
  void stopped.then(() => {
    hasStopped = true;
  });
  await clock.settle();
  expect(hasStopped).toBe(true);
  expect(clock.pending()).toBe(0);
  expect(calls).toHaveLength(1);
  expect((await left(monitor!.id)).events).toHaveLength(500);
});
