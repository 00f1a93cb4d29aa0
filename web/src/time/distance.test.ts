import { expect, test } from 'vitest';
import { formatRelativeTime, formatTimeUntil } from './distance.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const MINUTE = 60_000;

test.each([
  [-90 * MINUTE, '1 h ago'],
  [-MINUTE, '1 min ago'],
  [-1999, 'now'],
  [1999, 'now'],
  [13 * MINUTE, 'in 13 min'],
])('%d ms from now is %j', (ms, text) => expect(formatRelativeTime(NOW + ms, NOW)).toBe(text));

test.each([
  [-90 * MINUTE, 'now'],
  [-MINUTE, 'now'],
  [0, 'now'],
  [13 * MINUTE, 'in 13 min'],
])('a planned moment %d ms from now is %j, never in the past', (ms, text) =>
  expect(formatTimeUntil(NOW + ms, NOW)).toBe(text),
);
