import { expect, test } from 'vitest';
import { nextClockChange } from './clock-change.ts';

const FROM = Date.UTC(2026, 10, 21, 8);

test.each([
  ['Europe/Riga', { at: Date.UTC(2027, 2, 28, 1), direction: 'forward', before: '03:00', after: '04:00' }],
  [
    'America/New_York',
    { at: Date.UTC(2027, 2, 14, 7), direction: 'forward', before: '02:00', after: '03:00' },
  ],
  [
    'Australia/Lord_Howe',
    { at: Date.UTC(2027, 3, 3, 15), direction: 'back', before: '02:00', after: '01:30' },
  ],
])('clocks in %s are next changed as %j says', (zone, change) =>
  expect(nextClockChange(zone, FROM)).toEqual(change),
);

test.each(['UTC', 'Asia/Tokyo'])('clocks in %s are not changed', (zone) =>
  expect(nextClockChange(zone, FROM)).toBe(null),
);
