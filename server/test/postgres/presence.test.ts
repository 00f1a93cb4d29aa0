import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import type { Store } from '../../src/store/store.ts';
import { listOutbox } from '../store/outbox.ts';
import { HOUR, MINUTE, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { VERSIONS } from './binaries.ts';
import { openTwoNodes, type TwoNodes } from './two-nodes.ts';

/** Time from which a monitor of {@link makeMonitors} that pinged at noon counts as missed. */
const MISSED = NOON + HOUR + 10 * MINUTE + 1;
const ALL = { limit: 1000 };

function report(epoch: string, at: number, more: { since?: number; unstoredSince?: number } = {}) {
  return { epoch, since: NOON - HOUR, at, unstoredSince: null, ...more };
}

/** Creates monitors that have missed their run. */
async function overdueMonitors(store: Store, count: number): Promise<number[]> {
  const monitors = await makeMonitors(store, count);
  await store.apply(monitors.map(({ id }) => ping(id, 'ping', NOON)));
  return monitors.map(({ id }) => id);
}

async function judge(store: Store, limit: number): Promise<number[]> {
  const judged = await store.applyDeadlines(MISSED, limit, new Set());
  return judged.map(({ monitorID }) => monitorID);
}

/** Resolves once `count` transactions wait for a lock, with the process ID of one of them. */
async function untilBlocked(nodes: TwoNodes, count: number): Promise<number> {
  for (;;) {
    const blocked = await nodes.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (blocked.length >= count) return Number(blocked[0]?.pid);
  }
}

describe.each(VERSIONS)('two nodes on PostgreSQL %s', (version) => {
  test('nodes that return at the same time record one blind window', async () => {
    const nodes = await openTwoNodes(version);
    const { a, b } = nodes;
    await a.recordPresence(report('a', NOON));
    const back = (epoch: string) => report(epoch, NOON + HOUR, { since: NOON + HOUR });
    // Prevents each node from committing before both have read the watched time.
    const unblock = await nodes.block('blind_windows');
    const opening = Promise.all([a.recordPresence(back('a2')), b.recordPresence(back('b2'))]);
    await untilBlocked(nodes, 2);
    await unblock();
    const opened = await opening;
    const windows = opened.filter((window) => window !== null);
    expect(windows).toMatchObject([{ from: NOON, to: NOON + HOUR }]);
    expect(await b.listUnsettledBlindWindows()).toEqual(windows);
  });

  test('no blind window is recorded while one of the nodes watches', async () => {
    const { a, b } = await openTwoNodes(version);
    for (let second = 0; second < 60; second += 1) await a.recordPresence(report('a', NOON + second * 1000));
    // Node b starts a quarter of a second after the last report of node a: nodes report four times a second.
    const woken = report('b', NOON + 59_250, { since: NOON + 59_250 });
    expect(await b.recordPresence(woken)).toBeNull();
    expect(await b.recordPresence({ ...woken, at: NOON + 61_000 })).toBeNull();
  });

  test('no gap is recorded for a node that stood still before the other node could report that it watched', async () => {
    const { a, b } = await openTwoNodes(version);
    await a.recordPresence(report('a', NOON));
    await b.recordPresence(report('b', NOON));
    // Commits hang for a while. Then node a reports first.
    const woken = report('a', NOON + 20_000, { since: NOON + 20_000 });
    await expect(a.recordPresence(woken)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await b.recordPresence(report('b', NOON + 20_100))).toBeNull();
    expect(await a.recordPresence({ ...woken, at: NOON + 20_250 })).toBeNull();
    // Once the other node counts as dead, no node waits for it.
    const again = NOON + 60_000;
    for (let second = 0; second <= 10; second += 1)
      await expect(
        a.recordPresence(report('a', again + second * 1000, { since: again })),
      ).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await a.recordPresence(report('a', again + 11_000, { since: again }))).toMatchObject({
      from: NOON + 20_250,
      to: again,
    });
  });

  test('no verdict passes the stored pings of the other node until that node is dead', async () => {
    const { a, b, query } = await openTwoNodes(version);
    await b.recordPresence(report('b', NOON));
    for (let second = 0; second <= 10; second += 1) {
      const at = NOON + second * 1000;
      await a.recordPresence(report('a', at));
      expect(await a.readHorizon(at, 'a'), `${second} s`).toBe(NOON);
      // A node that receives no pings itself waits for both nodes.
      expect(await b.readHorizon(at + 500, null)).toBe(NOON);
    }
    expect(await a.readHorizon(NOON + 11_000, 'a')).toBe(NOON + 11_000);
    expect(await query('SELECT epoch FROM watching_nodes')).toEqual([{ epoch: 'a' }]);
    expect(await b.readHorizon(NOON + 11_000, null)).toBe(NOON + 10_000);
  });

  test('a node waits for a spool as long as the spool empties', async () => {
    const { a, b } = await openTwoNodes(version);
    const spooled = NOON - 40_000;
    for (let second = 0; second < 40; second += 1) {
      const at = NOON + second * 1000;
      const unstoredSince = spooled + 1000 * second;
      await b.recordPresence(report('b', at, { unstoredSince }));
      expect(await a.readHorizon(at, 'a')).toBe(unstoredSince);
    }
    await b.recordPresence(report('b', NOON + 40_000));
    expect(await a.readHorizon(NOON + 40_000, 'a')).toBe(NOON + 40_000);
  });

  test('the wait for a spool that is stuck is limited', async () => {
    const { a, b } = await openTwoNodes(version);
    let horizon = 0;
    for (let second = 0; second <= 30; second += 1) {
      const at = NOON + second * 1000;
      await b.recordPresence(report('b', at, { unstoredSince: NOON - HOUR }));
      horizon = await a.readHorizon(at, 'a');
      expect(horizon, `${second} s`).toBe(second <= 10 ? NOON - HOUR : at);
    }
  });

  test('a node does not wait for a node that has stopped normally', async () => {
    const { a, b } = await openTwoNodes(version);
    await b.recordPresence(report('b', NOON));
    await b.forgetNode('b');
    expect(await a.readHorizon(NOON + 5000, 'a')).toBe(NOON + 5000);
    // A node that receives no pings itself uses the last report, because no node has watched since then.
    expect(await a.readHorizon(NOON + 5000, null)).toBe(NOON);
  });

  test('after an outage of the database, no node counts another as dead too soon', async () => {
    const { a, b } = await openTwoNodes(version);
    await b.recordPresence(report('b', NOON));
    await a.readHorizon(NOON, 'a');
    // No node could write for ten minutes. The other node returns a little later, with a spool.
    const back = NOON + 10 * MINUTE;
    expect(await a.readHorizon(back, 'a')).toBe(NOON);
    await b.recordPresence(report('b', back + 1000, { unstoredSince: NOON + 100 }));
    expect(await a.readHorizon(back + 2000, 'a')).toBe(NOON + 100);
  });

  test('the nodes share a sweep, and judge each monitor once', async () => {
    const nodes = await openTwoNodes(version);
    const { a, b } = nodes;
    const ids = await overdueMonitors(a, 600);
    const sweep = async (store: Store): Promise<number[]> => {
      const all: number[] = [];
      for (let some = await judge(store, 20); some.length > 0; some = await judge(store, 20))
        all.push(...some);
      return all;
    };
    // Prevents each node from finishing before both have begun.
    const unblock = await nodes.block('transitions');
    const sweeps = Promise.all([sweep(a), sweep(b)]);
    await untilBlocked(nodes, 2);
    await unblock();
    const [byA, byB] = await sweeps;
    expect(byA.length).toBeGreaterThan(100);
    expect(byB.length).toBeGreaterThan(100);
    expect([...byA, ...byB].sort((x, y) => x - y)).toEqual(ids);
    for (const id of ids.slice(0, 20)) {
      expect((await a.listRuns(id, ALL)).map(({ state }) => state)).toEqual(['missed', 'succeeded']);
      expect((await b.listTransitions(id, ALL)).map(({ to }) => to)).toEqual(['down', 'up']);
    }
    const alarms = (await listOutbox(a, 0, 10_000)).filter(({ kind }) => kind === 'down');
    expect(alarms.map(({ monitorID }) => monitorID).sort((x, y) => Number(x) - Number(y))).toEqual(ids);
  });

  test('a node takes over the verdicts of a dead node', async () => {
    const nodes = await openTwoNodes(version);
    const { a, b, query } = nodes;
    const ids = await overdueMonitors(a, 50);
    const unblock = await nodes.block('transitions');
    const broken = expect(judge(a, 100)).rejects.toBeInstanceOf(DatabaseUnavailable);
    const pid = await untilBlocked(nodes, 1);
    expect(await judge(b, 100)).toEqual([]);
    await query(`SELECT pg_terminate_backend(${pid})`);
    await broken;
    await unblock();
    expect((await judge(b, 100)).sort((x, y) => x - y)).toEqual(ids);
    expect(await judge(a, 100)).toEqual([]);
  });

  test('only one node has a lease', async () => {
    const { a, b } = await openTwoNodes(version);
    const take = (store: Store, holder: string, at: number) =>
      store.takeLease({ name: 'retention', holder, at: NOON + at, until: NOON + at + 1000 });
    expect((await Promise.all([take(a, 'a', 0), take(b, 'b', 0)])).filter(Boolean)).toHaveLength(1);
    const giveBack = (store: Store, holder: string, at: number) =>
      store.takeLease({ name: 'retention', holder, at: NOON + at, until: NOON + at });
    await Promise.all([giveBack(a, 'a', 0), giveBack(b, 'b', 0)]);
    expect(await take(a, 'a', 0)).toBe(true);
    expect(await take(b, 'b', 999)).toBe(false);
    expect(await take(a, 'a', 500)).toBe(true);
    expect(await take(b, 'b', 1000)).toBe(false);
    expect(await take(b, 'b', 1500)).toBe(true);
    expect(await giveBack(a, 'a', 1600)).toBe(false);
    expect(await take(a, 'a', 1600)).toBe(false);
    const others = { name: 'reports', holder: 'a', at: NOON, until: NOON + 1 } as const;
    expect(await a.takeLease(others)).toBe(true);
    // A node with a wrong clock took the lease for a year.
    await a.takeLease({ ...others, at: NOON + 1, until: NOON + 365 * 24 * HOUR });
    expect(await b.takeLease({ ...others, holder: 'b' })).toBe(true);
  });

  test('each node receives the notifications of the other node', async () => {
    const { a, b, query } = await openTwoNodes(version);
    const [id] = await overdueMonitors(a, 1);
    let heard = Promise.withResolvers<void>();
    const listen = (store: Store) => store.listen({ onHint: () => heard.resolve(), onMessage() {} });
    const ofA = listen(a);
    await heard.promise;
    heard = Promise.withResolvers();
    const ofB = listen(b);
    await heard.promise;
    heard = Promise.withResolvers();
    expect(await judge(a, 10)).toEqual([id]);
    await heard.promise;
    // `listen` resolves when its connection is lost, and doesn't reject.
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'overdue hints' AND datname = current_database()",
    );
    await Promise.all([ofA, ofB]);
  });

  test('both nodes agree with the database about the time', async () => {
    const { a } = await openTwoNodes(version);
    const before = Date.now();
    const at = await a.readDatabaseTime();
    expect(at).toBeGreaterThan(before - 1000);
    expect(at).toBeLessThan(Date.now() + 1000);
  });
});
