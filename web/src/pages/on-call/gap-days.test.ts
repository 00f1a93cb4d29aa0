import { expect, test } from 'vitest';
import { gapDays } from './gap-days.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');

test.each([
  ['2026-11-24T18:00:00Z', '2026-11-25T06:00:00Z', { start: 'Today', end: '' }],
  ['2026-11-23T18:00:00Z', '2026-11-24T06:00:00Z', { start: '', end: 'Today' }],
  ['2026-11-24T18:00:00Z', '2026-11-24T20:00:00Z', { start: 'Today', end: '' }],
  ['2026-11-24T22:30:00Z', '2026-11-25T06:00:00Z', { start: '', end: '' }],
])('a gap from %s to %s in Riga has the days %j', (startsAt, endsAt, days) => {
  expect(gapDays({ startsAt, endsAt }, { zone: 'Europe/Riga', now: NOW })).toEqual(days);
});
