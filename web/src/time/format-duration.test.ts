import { expect, test } from 'vitest';
import { formatMs, formatMsShort, formatSeconds } from './format-duration.ts';

test.each([
  [0, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [61_000, '1 min 1 s'],
  [3_600_000, '1 h'],
  [8_040_000, '2 h 14 min'],
  [86_400_000, '1 d'],
  [90_061_000, '1 d 1 h'],
  [-5, '0 s'],
])('%d ms are written as %s', (ms, text) => expect(formatMs(ms)).toBe(text));

test('a short length keeps its largest unit', () => expect(formatMsShort(8_040_000)).toBe('2 h'));

test.each([
  [0, '0 ms'],
  [0.85, '850 ms'],
  [1.25, '1.3 s'],
  [12.34, '12 s'],
  [185, '3 min 5 s'],
])('a duration of %d s is written as %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
