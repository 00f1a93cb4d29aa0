import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeTime, writeTimeOrNull } from './times.ts';

test('times are RFC 3339 in UTC with milliseconds', () => {
  expect(writeTime(Date.UTC(2026, 10, 21, 8, 15, 30, 123))).toBe('2026-11-21T08:15:30.123Z');
  expect(writeTime(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe('2026-01-02T03:04:05.006Z');
  expect(writeTimeOrNull(null)).toBeNull();
});

test('times equal the text of Date.toISOString', () => {
  const DAY_MS = 86_400_000;
  fc.assert(
    fc.property(fc.integer({ min: -100_000 * DAY_MS, max: 3_000_000 * DAY_MS }), (at) => {
      expect(writeTime(at)).toBe(new Date(at).toISOString());
    }),
  );
});
