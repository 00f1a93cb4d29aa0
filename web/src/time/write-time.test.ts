import { expect, test } from 'vitest';
import { writeTime, writeTimeToSecond } from './write-time.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

test('seconds tell the runs of a minute apart', () => {
  const texts = [8, 31, 59].map((second) =>
    writeTimeToSecond(Date.UTC(2026, 10, 23, 11, 45, second), 'Europe/Riga', NOW),
  );
  expect(texts).toEqual(['13:45:08', '13:45:31', '13:45:59']);
  expect(writeTime(Date.UTC(2026, 10, 23, 11, 45, 8), 'Europe/Riga', NOW)).toBe('13:45');
  expect(writeTimeToSecond(Date.UTC(2026, 10, 20, 11, 45, 8), 'UTC', NOW)).toBe('Fri 20 Nov, 11:45:08');
});
