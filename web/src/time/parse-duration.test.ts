import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSecondsExact, parseSeconds } from './parse-duration.ts';

test.each([
  ['1h 30m', 5400],
  ['1h30m', 5400],
  ['90 min', 5400],
  ['1.5 hours', 5400],
  ['1,5 h', 5400],
  ['1 hour, 30 minutes', 5400],
  ['2 days', 172_800],
  ['1 week', 604_800],
  ['1 D', 86_400],
  ['45 secs.', 45],
  ['0', 0],
  ['0 s', 0],
  ['0.5 s', 0.5],
])('%s is %d seconds', (text, seconds) => expect(parseSeconds(text)).toBe(seconds));

test.each(['', ' ', '90', '1h 30', 'soon', '-5 min', '5 parsecs', '1h x', '1..5 h', 'h'])(
  '%j can’t be read',
  (text) => expect(parseSeconds(text)).toBe(null),
);

test.each([
  [0, '0'],
  [5400, '1 h 30 min'],
  [90_061.5, '1 d 1 h 1 min 1.5 s'],
])('%d seconds are written as %s', (seconds, text) => expect(formatSecondsExact(seconds)).toBe(text));

test('a written length reads back as the same length', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 31_622_400_000 }), (ms) => {
      expect(parseSeconds(formatSecondsExact(ms / 1000))).toBe(ms / 1000);
    }),
  ));
