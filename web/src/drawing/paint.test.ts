import { expect, test } from 'vitest';
import { partsOf } from './paint.ts';
import type { ThemeColors } from './theme-colors.ts';

const colors = { up: 'oklch(0 0 0)', down: 'red' } as ThemeColors;

test.each([
  ['half of the runs', 100, 50, 20],
  ['a tenth of the runs', 100, 10, 4],
  // Thinner segments would be invisible.
  ['one run in a thousand', 1000, 1, 1],
  ['no run', 100, 0, 0],
])('failures of %s cover their share of the height', (_, runs, failed, height) => {
  const bucket = { from: 0, to: 1, runs, failed, missed: 0 };
  const [failedPart, , rest] = partsOf(bucket, { most: runs, room: 40, colors });
  expect(failedPart?.height).toBe(height);
  expect(rest?.height).toBe(40 - height);
});
