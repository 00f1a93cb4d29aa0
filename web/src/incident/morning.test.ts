import { expect, test } from 'vitest';
import { nextMorning } from './morning.ts';

test.each([
  ['UTC', '2026-11-21T05:00:00Z', '2026-11-21T08:00:00Z'],
  ['UTC', '2026-11-21T07:00:00Z', '2026-11-21T08:00:00Z'],
  ['UTC', '2026-11-21T07:00:01Z', '2026-11-22T08:00:00Z'],
  ['Europe/Riga', '2026-11-21T05:30:00Z', '2026-11-22T06:00:00Z'],
  ['America/New_York', '2026-11-21T03:00:00Z', '2026-11-21T13:00:00Z'],
  ['Europe/Riga', '2026-03-28T20:00:00Z', '2026-03-29T05:00:00Z'],
])('the next morning in %s after %s is %s', (zone, now, morning) =>
  expect(new Date(nextMorning(zone, Date.parse(now))).toISOString()).toBe(morning.replace('Z', '.000Z')),
);
