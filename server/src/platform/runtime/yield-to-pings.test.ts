import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/fake-clock.ts';
import { createSlices } from './yield-to-pings.ts';

test('long work gives other callbacks a turn every 5 ms', async () => {
  const clock = createFakeClock(0);
  const slices = createSlices(clock);
  const turns: number[] = [];
  for (let step = 0; step < 12; step += 1) {
    await clock.advance(1);
    if (!slices.isOver()) continue;
    setImmediate(() => turns.push(clock.monotonic()));
    await slices.next();
  }
  expect(turns).toEqual([5, 10]);
});
