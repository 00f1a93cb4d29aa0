import { describe, expect, onTestFinished, test } from 'vitest';
import type { PingOutcome } from '../../src/core/ingest/accepted-ping.ts';
import type { MonitorRecord } from '../../src/database/records.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { createPostgresDisk } from '../sim/postgres-disk.ts';
import { countingIDs, MINUTE, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { type Core, interceptStore, pathOf, startCore, statesOf } from '../watchdog/core.ts';

const SECOND = 1000;
const EVERY_MINUTE = {
  schedule: { type: 'interval', intervalMs: MINUTE, timezone: 'UTC', graceMs: 10 * SECOND },
} as const;

interface Node {
  readonly core: Core;
  /** Connection of a node to the database. */
  readonly network: { isAway: boolean };
  ping(monitor: MonitorRecord): Promise<PingOutcome>;
}

/** Opens two nodes with a spool each, and a monitor that expects a run every minute and pinged at noon. */
async function openNodes(): Promise<{
  readonly clock: FakeClock;
  readonly store: Store;
  readonly monitor: MonitorRecord;
  readonly a: Node;
  readonly b: Node;
}> {
  const inProgress = new Set<Promise<unknown>>();
  const clock = createFakeClock(NOON, inProgress);
  const newID = countingIDs();
  const disk = await createPostgresDisk('18', { inProgress, hasSpools: true })({
    newID,
    now: () => clock.now(),
  });
  onTestFinished(async () => {
    clock.dropTimers();
    await clock.settle();
    for (const name of ['a', 'b']) await disk.recover(name);
    await disk.close();
  });

  async function start(name: string): Promise<Node> {
    const { store, spool } = await disk.open(name);
    if (spool === null) throw new Error('There is no spool.');
    const network = { isAway: false };
    const seen = interceptStore(store, async (_method, call) => {
      if (network.isAway) throw new DatabaseUnavailable('The database is away.');
      return call();
    });
    const core = await startCore(seen, clock, { epoch: name, spool: { spool, newID } });
    return {
      core,
      network,
      ping: ({ id, details }) => core.ingest.submit(ping(id, 'ping', clock.now()), `key-${details.name}`),
    };
  }

  const [monitor] = await makeMonitors(disk.store(), 1, EVERY_MINUTE);
  if (monitor === undefined) throw new Error('There is no monitor.');
  const [a, b] = [await start('a'), await start('b')];
  await clock.advance(SECOND);
  await Promise.all([a.ping(monitor), clock.settle()]);
  return { clock, store: disk.store(), monitor, a, b };
}

describe('an outage longer than the period of a job', () => {
  test.each([
    ['both have pings of it', 'aba'],
    ['one has all of them', 'bbb'],
  ])('two nodes raise no false alarm, whichever returns first: %s', async (_, takers) => {
    const { clock, store, monitor, a, b } = await openNodes();
    await clock.advance(30 * SECOND);
    a.network.isAway = true;
    b.network.isAway = true;
    await clock.advance(30 * SECOND);
    for (const taker of `b${takers}`) {
      await Promise.all([(taker === 'a' ? a : b).ping(monitor), clock.settle()]);
      await clock.advance(MINUTE);
    }
    a.network.isAway = false;
    await clock.advance(3 * SECOND);
    await Promise.all([a.ping(monitor), clock.settle()]);
    b.network.isAway = false;
    await clock.advance(3 * SECOND);
    expect([a.core.ingest.route(), b.core.ingest.route()]).toEqual(['storing', 'storing']);
    expect(await pathOf(store, monitor)).toBe('new>up');
    expect(await statesOf(store, monitor)).toEqual(Array(6).fill('succeeded'));
  });
});

test('a pause during an outage is the only blind window', async () => {
  const { clock, store, monitor, a, b } = await openNodes();
  a.network.isAway = true;
  b.network.isAway = true;
  await clock.advance(30 * SECOND);
  const from = clock.now();
  clock.jump(8 * SECOND);
  await clock.advance(22 * SECOND);
  await Promise.all([a.ping(monitor), clock.settle()]);
  a.network.isAway = false;
  b.network.isAway = false;
  await clock.advance(3 * SECOND);
  expect([...a.core.blind, ...b.core.blind]).toEqual([
    { id: expect.any(Number), from: expect.closeTo(from, -3), to: expect.closeTo(from + 8 * SECOND, -3) },
  ]);
  expect(await statesOf(store, monitor)).toEqual(['succeeded', 'succeeded']);
});

test('an edit waits for pings on another node, and is refused when the wait is too long', async () => {
  const { clock, store, monitor, a, b } = await openNodes();
  a.network.isAway = true;
  await clock.advance(MINUTE);
  await Promise.all([a.ping(monitor), clock.settle()]);
  await clock.advance(5 * SECOND);
  // Node a returns and reports, but has not stored any spooled ping yet.
  const unstoredSince = clock.now() - 5 * SECOND;
  await store.recordPresence({ epoch: 'a', since: NOON, at: clock.now(), unstoredSince });
  const edit = () => {
    const command = { kind: 'edit', at: clock.now(), rules: monitor.rules } as const;
    return b.core.presence.beforeCommand().then(() => store.apply([{ monitorID: monitor.id, command }]));
  };
  const refused = expect(edit()).rejects.toMatchObject({ code: 'unavailable' });
  await clock.advance(5 * SECOND);
  await refused;
  const applied = edit();
  a.network.isAway = false;
  await clock.advance(SECOND);
  expect(await applied).toMatchObject([{ outcome: 'applied' }]);
  expect(await statesOf(store, monitor)).toEqual(['succeeded', 'succeeded']);
});
