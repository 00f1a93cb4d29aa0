import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { createLogIndexer } from './indexer.ts';

/** Returns an indexer whose steps take 10 ms, and the start times of the steps. */
function open(waiting: number, isHolder: () => boolean = () => true) {
  const clock = createFakeClock(0);
  const steps: number[] = [];
  let left = waiting;
  const indexer = createLogIndexer({
    store: {
      takeLease: () => Promise.resolve(isHolder()),
      async indexLogs() {
        steps.push(clock.monotonic());
        if (left === 0) return true;
        left -= 1;
        await new Promise<void>((resolve) => void clock.after(10, resolve));
        return false;
      },
    },
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} },
    holder: 'this',
  });
  return { clock, steps, indexer };
}

test('the indexer works at most a twentieth of the time, and then checks for new logs once a second', async () => {
  const { clock, steps, indexer } = open(3);
  indexer.start();
  await clock.advance(2600);
  expect(steps).toEqual([0, 200, 400, 600, 1600, 2600]);
  await indexer.stop();
});

test('only the process that holds the lease indexes', async () => {
  let isHolder = false;
  const { clock, steps, indexer } = open(0, () => isHolder);
  indexer.start();
  await clock.advance(9000);
  expect(steps).toEqual([]);
  isHolder = true;
  await clock.advance(1000);
  expect(steps).toEqual([10_000]);
  await indexer.stop();
});
