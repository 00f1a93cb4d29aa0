import { describe, expect, onTestFinished, test } from 'vitest';
import type { MonitorRecord } from '../../src/database/records.ts';
import type { Clock } from '../../src/platform/runtime/clock.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../fake-clock.ts';
import { listOutbox } from '../store/outbox.ts';
import { HOUR, MINUTE, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { type Core, interceptStore, pathOf, type StoreHook, startCore, statesOf } from '../watchdog/core.ts';
import { VERSIONS, type Version } from './binaries.ts';
import { openTwoNodes } from './two-nodes.ts';

/** Time from which a monitor of {@link makeMonitors} that pinged at noon counts as missed. */
const MISSED = NOON + HOUR + 10 * MINUTE + 1;
const STEP_MS = 50;

/**
 * Opens two nodes whose clocks may show different times but run at the same speed. The clock of the database is
 * right.
 */
async function openBench(version: Version) {
  const { a, b } = await openTwoNodes(version);
  const time = createFakeClock(NOON);
  const inProgress = new Set<Promise<unknown>>();
  const databaseTime = async () => time.now();

  /** Waits for all pending work, including work in the database. */
  async function rest(): Promise<void> {
    await time.settle();
    while (inProgress.size > 0) {
      await Promise.race(inProgress);
      await time.settle();
    }
  }

  /** Intercepts the calls of a node to the store. */
  function seen(store: Store, hook: StoreHook): Store {
    const agreed: Store = { ...store, readDatabaseTime: databaseTime };
    return interceptStore(agreed, (method, call) =>
      hook(method, () => {
        const response = call();
        inProgress.add(response);
        const end = () => void inProgress.delete(response);
        response.then(end, end);
        return response;
      }),
    );
  }

  async function start(
    name: 'a' | 'b',
    { aheadMs = 0, hook = (_method, call) => call() }: { aheadMs?: number; hook?: StoreHook } = {},
  ): Promise<Core> {
    const machine: Clock = { ...time, now: () => time.now() + aheadMs };
    const core = await startCore(seen(name === 'a' ? a : b, hook), machine, { epoch: name });
    onTestFinished(async () => {
      time.dropTimers();
      await rest();
    });
    await rest();
    return core;
  }

  return {
    store: a,
    start,
    rest,
    /** Advances in small steps, because the database needs real time to respond. */
    async advance(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= STEP_MS) {
        await time.advance(Math.min(left, STEP_MS));
        await rest();
      }
    },
    /** Jumps without firing timers, so that no node watches during this time. */
    skip: (ms: number) => time.jump(ms),
    now: () => time.now(),
  };
}

async function pingedAt(store: Store, count: number, at: number): Promise<readonly MonitorRecord[]> {
  const monitors = await makeMonitors(store, count);
  await store.apply(monitors.map(({ id }) => ping(id, 'ping', at)));
  return monitors;
}

describe.each(VERSIONS)('two watchdogs on PostgreSQL %s', (version) => {
  test('each missed run is judged once, and half a second late at most', async () => {
    const { store, start, advance } = await openBench(version);
    const monitors = await pingedAt(store, 300, NOON - (MISSED - NOON) + 3000);
    const [a, b] = [await start('a'), await start('b')];
    await advance(2950);
    expect([...a.swept, ...b.swept]).toEqual([]);
    await advance(600);
    expect([...a.swept, ...b.swept].reduce((sum, sweep) => sum + sweep.monitors, 0)).toBe(300);
    for (const monitor of monitors.slice(0, 10)) {
      expect(await statesOf(store, monitor)).toEqual(['succeeded', 'missed']);
      expect(await pathOf(store, monitor)).toBe('new>up up>down');
    }
    expect([...a.errors, ...b.errors]).toEqual([]);
  });

  test('no verdict overtakes a ping that another node is storing', async () => {
    const { store, start, advance } = await openBench(version);
    const [monitor] = await pingedAt(store, 1, NOON - (MISSED - NOON) + 2000);
    const disk = Promise.withResolvers<void>();
    const a = await start('a', {
      hook: async (method, call) => {
        if (method === 'apply') await disk.promise;
        return call();
      },
    });
    const b = await start('b');
    await advance(1900);
    const response = a.ingest.submit(ping(monitor!.id, 'ping', a.clock.now()));
    await advance(5000);
    expect(b.swept).toEqual([]);
    disk.resolve();
    await response;
    await advance(1000);
    expect(await pathOf(store, monitor!)).toBe('new>up');
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'succeeded']);
  });

  test('a watchdog continues without a dead node after 10 seconds', async () => {
    const { store, start, advance } = await openBench(version);
    const [monitor] = await pingedAt(store, 1, NOON - (MISSED - NOON) + 2000);
    let isDead = false;
    await start('a', { hook: (_method, call) => (isDead ? new Promise(() => {}) : call()) });
    await start('b');
    await advance(1000);
    isDead = true;
    await advance(9500);
    expect(await pathOf(store, monitor!)).toBe('new>up');
    await advance(2500);
    expect(await pathOf(store, monitor!)).toBe('new>up up>down');
  });

  test('a blind window is settled once, even if the node that settles it dies', async () => {
    const { store, start, advance, skip, now } = await openBench(version);
    const [monitor] = await pingedAt(store, 1, NOON - 30 * MINUTE);
    const first = await start('a');
    await advance(2000);
    await first.stop();
    skip(70 * MINUTE);
    const windowTo = now();
    let isDead = false;
    const a = await start('a', {
      hook: (method, call) => {
        if (method === 'settleBlindWindow') isDead = true;
        return isDead ? new Promise(() => {}) : call();
      },
    });
    const b = await start('b');
    await advance(3000);
    expect(isDead).toBe(true);
    expect([...a.blind, ...b.blind]).toMatchObject([{ to: windowTo }]);
    expect(await store.listUnsettledBlindWindows()).toHaveLength(1);
    await advance(12_000);
    expect(await store.listUnsettledBlindWindows()).toEqual([]);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
    const blindWindowAlerts = (await listOutbox(store, 0, 100)).filter(({ kind }) => kind === 'blind_window');
    expect(blindWindowAlerts).toHaveLength(1);
    expect(b.errors).toEqual([]);
  });

  test('two watchdogs agree about deadlines, although their clocks differ by half a minute', async () => {
    const { store, start, advance } = await openBench(version);
    const monitors = await pingedAt(store, 3, NOON - (MISSED - NOON) + 3000);
    const [early, late, silent] = monitors.map(({ id }) => id);
    const [a, b] = [await start('a', { aheadMs: 30_000 }), await start('b', { aheadMs: -30_000 })];
    await advance(2000);
    for (const [core, id] of [
      [a, early],
      [b, late],
    ] as const)
      void core.ingest.submit(ping(id!, 'ping', core.clock.now()));
    await advance(900);
    expect([...a.swept, ...b.swept]).toEqual([]);
    await advance(1000);
    expect(await Promise.all(monitors.map((monitor) => pathOf(store, monitor)))).toEqual([
      'new>up',
      'new>up',
      'new>up up>down',
    ]);
    for (const id of [early, late])
      expect((await store.listRuns(id!, { limit: 1 }))[0]).toMatchObject({
        endedAt: NOON + 2000,
        late: false,
      });
    const [missed] = await store.listTransitions(silent!, { limit: 1 });
    expect(missed).toMatchObject({ to: 'down', at: NOON + 2999 });
    expect([...a.blind, ...b.blind]).toEqual([]);
  });
});
