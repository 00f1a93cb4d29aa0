import { expect, test } from 'vitest';
import { createReports } from '../../src/alerts/reports.ts';
import type { Store } from '../../src/store/store.ts';
import { createEdit } from '../edits.ts';
import { listOutbox } from '../store/outbox.ts';
import { HOUR, NOON } from '../store/suite/fixtures.ts';
import { interceptStore } from '../watchdog/core.ts';
import { type AlertBench, openAlertBench } from './alert-bench.ts';

const SECOND = 1000;
const MONDAY_MORNING = Date.UTC(2026, 10, 23, 7);

/** Opens a bench with one channel that gets weekly reports. The time is Saturday noon. */
async function openReports(): Promise<AlertBench> {
  const bench = await openAlertBench();
  await bench.addChannel('mail');
  const [channel] = await bench.store.channels.list(bench.teamID, { afterID: 0, limit: 10 });
  await bench.store.channels.change(
    bench.teamID,
    channel!.shortID,
    createEdit({ subscriptions: ['report_weekly'] as const }),
  );
  await bench.addMonitor('job');
  return bench;
}

/** Returns the times of the reports. */
async function writtenAt({ store }: AlertBench): Promise<readonly number[]> {
  const rows = await listOutbox(store, 0, 100);
  return rows.filter(({ kind }) => kind === 'report').map(({ createdAt }) => createdAt);
}

let started = 0;

function start({ clock }: AlertBench, store: Store, wake = () => {}) {
  started += 1;
  const silent = () => {};
  const reports = createReports({
    store,
    clock,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    holder: `node ${started}`,
    wake,
  });
  reports.start();
  return reports;
}

test('a report is written once, for any number of checks and nodes', async () => {
  const bench = await openReports();
  let wakes = 0;
  const count = () => {
    wakes += 1;
  };
  const nodes = [start(bench, bench.store, count), start(bench, bench.store, count)];
  await bench.clock.advance(2 * HOUR);
  expect(await writtenAt(bench)).toEqual([NOON]);
  expect(wakes).toBe(1);
  bench.clock.jump(MONDAY_MORNING - HOUR - bench.clock.now());
  await bench.clock.advance(HOUR - SECOND);
  expect(await writtenAt(bench)).toHaveLength(1);
  await bench.clock.advance(HOUR);
  const [, second, ...more] = await writtenAt(bench);
  expect(second).toBeGreaterThanOrEqual(MONDAY_MORNING);
  expect(more).toEqual([]);
  for (const node of nodes) await node.stop();
});

test('a database that refuses is asked again in an hour, and no query follows the stop', async () => {
  const bench = await openReports();
  let asked = 0;
  let isAway = true;
  const store = interceptStore(bench.store, (method, call) => {
    if (method === 'takeLease') asked += 1;
    return isAway ? Promise.reject(new Error('The database is away.')) : call();
  });
  const reports = start(bench, store);
  await bench.clock.advance(HOUR - SECOND);
  expect([asked, await writtenAt(bench)]).toEqual([1, []]);
  isAway = false;
  await bench.clock.advance(2 * SECOND);
  expect(await writtenAt(bench)).toHaveLength(1);
  const before = asked;
  await reports.stop();
  await bench.clock.advance(2 * HOUR);
  expect(asked).toBe(before);
});
