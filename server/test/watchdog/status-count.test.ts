import { expect, test } from 'vitest';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';
import { createStatusCount } from '../../src/serve/status-count.ts';
import { applyOne, command, makeMonitors, NOON, ping } from '../store/suite/fixtures.ts';
import { openBench } from './core.ts';

const GAUGE = /^overdue_monitors\{status="(\w+)"\} (\d+)$/gm;

async function openCount(seriesMax = 0) {
  const bench = await openBench();
  const metrics = createMetrics('test');
  metrics.stop();
  const refresh = createStatusCount({ store: bench.seen, clock: bench.clock, metrics, seriesMax });
  return {
    bench,
    /** Refreshes the gauges and returns them. */
    async count(): Promise<Record<string, number>> {
      await refresh();
      return Object.fromEntries(
        [...metrics.render().matchAll(GAUGE)].map(([, status = '', value]) => [status, Number(value)]),
      );
    },
  };
}

const NONE = { new: 0, up: 0, late: 0, failing: 0, down: 0, paused: 0 };

test('monitors are counted by status, at most twice a minute', async () => {
  const { bench, count } = await openCount();
  const { store, clock, calls } = bench;
  expect(await count()).toEqual(NONE);
  const [up, down, paused] = await makeMonitors(store, 4);
  await store.apply([ping(up!.id, 'end', NOON), ping(down!.id, 'fail', NOON)]);
  await applyOne(store, command(paused!.id, { kind: 'pause', at: NOON }));
  await clock.advance(29_999);
  expect(await count()).toEqual(NONE);
  await clock.advance(1);
  expect(await count()).toEqual({ ...NONE, new: 1, up: 1, down: 1, paused: 1 });
  clock.jump(61 * 60_000);
  await clock.advance(30_000);
  calls.length = 0;
  const both = await Promise.all([count(), count()]);
  expect(both[0]).toEqual({ ...NONE, new: 1, late: 1, down: 1, paused: 1 });
  expect(calls).toEqual(['countStatuses', 'countAlertsSetAside']);
});

test('many monitors are counted in steps', async () => {
  const { bench, count } = await openCount();
  await makeMonitors(bench.store, 5001);
  expect(await count()).toEqual({ ...NONE, new: 5001 });
  expect(bench.calls).toEqual(['countStatuses', 'countStatuses', 'countAlertsSetAside']);
});

test('series of single monitors are read in steps, up to the limit', async () => {
  const { bench, count } = await openCount(600);
  await makeMonitors(bench.store, 700);
  await count();
  expect(bench.calls).toEqual([
    'countStatuses',
    'listMonitorGauges',
    'listMonitorGauges',
    'listMonitorGauges',
    'countAlertsSetAside',
  ]);
});

test('monitors are counted again after the database was away', async () => {
  const { bench, count } = await openCount();
  await makeMonitors(bench.store, 1);
  bench.hook = () => Promise.reject(new Error('away'));
  await expect(count()).rejects.toThrow('away');
  bench.hook = (_method, call) => call();
  expect(await count()).toEqual({ ...NONE, new: 1 });
});
