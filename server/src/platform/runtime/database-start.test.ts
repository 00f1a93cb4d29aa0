import { SECOND_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fake-clock.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { createDatabaseStart } from './database-start.ts';
import type { Log } from './log.ts';

/**
 * Returns a start whose database is unavailable until `error` is set to null. `tried` contains the times of all attempts in
 * seconds.
 */
function openBench() {
  const clock = createFakeClock(0);
  const tried: number[] = [];
  const warnings: string[] = [];
  const silent = () => {};
  const log: Log = {
    debug: silent,
    info: silent,
    error: silent,
    warn: (_, line) => void warnings.push(line),
  };
  const bench = {
    clock,
    tried,
    warnings,
    error: new DatabaseUnavailable('It is away.') as Error | null,
    start: createDatabaseStart({
      clock,
      log,
      async open() {
        tried.push(clock.now() / SECOND_MS);
        if (bench.error !== null) throw bench.error;
      },
    }),
  };
  return bench;
}

test('an available database is asked once', async () => {
  const bench = openBench();
  bench.error = null;
  expect(await bench.start.attempt()).toBe(true);
  expect(bench.tried).toEqual([0]);
});

test('an unavailable database is retried with growing delays and logged once, until it is available', async () => {
  const bench = openBench();
  expect(await bench.start.attempt()).toBe(false);
  const opened = bench.start.retryUntilReady();
  await bench.clock.advance(16 * SECOND_MS);
  bench.error = null;
  await bench.clock.advance(60 * SECOND_MS);
  expect(await opened).toBe(true);
  expect(bench.tried).toEqual([0, 1, 3, 7, 11, 15, 19]);
  expect(bench.warnings).toHaveLength(1);
});

test('a reachable but unusable database is not retried', async () => {
  const bench = openBench();
  const opened = expect(bench.start.retryUntilReady()).rejects.toThrow('no such database');
  bench.error = new Error('no such database');
  await bench.clock.advance(60 * SECOND_MS);
  await opened;
  expect(bench.tried).toEqual([1]);
  await expect(bench.start.attempt()).rejects.toThrow('no such database');
});

test('retries end when the service stops', async () => {
  const bench = openBench();
  const opened = bench.start.retryUntilReady();
  await bench.clock.advance(2 * SECOND_MS);
  await bench.start.stop();
  expect(await opened).toBe(false);
  await bench.clock.advance(60 * SECOND_MS);
  expect(bench.tried).toEqual([1]);
  expect(bench.clock.pending()).toBe(0);
});
