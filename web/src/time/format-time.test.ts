import { expect, test } from 'vitest';
import { formatDay, formatOnClock, formatTime, formatTimeToSecond } from './format-time.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

test('seconds tell the runs of a minute apart', () => {
  const texts = [8, 31, 59].map((second) =>
    formatTimeToSecond(Date.UTC(2026, 10, 23, 11, 45, second), 'Europe/Riga', NOW),
  );
  expect(texts).toEqual(['13:45:08', '13:45:31', '13:45:59']);
  expect(formatTime(Date.UTC(2026, 10, 23, 11, 45, 8), 'Europe/Riga', NOW)).toBe('13:45');
  expect(formatTimeToSecond(Date.UTC(2026, 10, 20, 11, 45, 8), 'UTC', NOW)).toBe('Fri 20 Nov, 11:45:08');
});

test.each([
  ['2026-11-24T04:12:00Z', '04:12'],
  ['2026-11-23T22:30:00Z', 'Mon 23 Nov, 22:30'],
])('%s on the clock of a job in UTC, for a reader in Riga: %s', (at, text) =>
  expect(formatOnClock(Date.parse(at), { zone: 'UTC', own: 'Europe/Riga' })).toBe(text),
);

test.each([
  ['2026-11-23T00:30:00Z', 'Today'],
  ['2026-11-22T21:30:00Z', 'Yesterday'],
  ['2026-11-21T12:00:00Z', 'Saturday 21 November'],
  ['2025-11-21T12:00:00Z', 'Friday 21 November 2025'],
])('%s is named %s in Riga', (at, text) => expect(formatDay(Date.parse(at), 'Europe/Riga', NOW)).toBe(text));
