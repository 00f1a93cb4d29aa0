import { expect, test } from 'vitest';
import { expiryState, expiryTime } from './expiry.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test.each([
  ['never', '', null],
  ['d30', '', '2026-12-21T12:00:00.000Z'],
  ['d365', '', '2027-11-21T12:00:00.000Z'],
  ['date', '', undefined],
  ['date', 'soon', undefined],
] as const)('%s %s is %s', (expiry, day, time) => expect(expiryTime(expiry, day, NOW)).toBe(time));

test('a chosen day counts to its end', () => {
  expect(expiryTime('date', '2026-12-01', NOW)).toBe(new Date(2026, 11, 1, 23, 59, 59).toISOString());
});

test.each([
  [null, 'never'],
  ['2026-11-21T12:00:00.000Z', 'expired'],
  ['2026-11-28T11:59:59.999Z', 'soon'],
  ['2026-11-28T12:00:00.000Z', 'far'],
])('a token until %s is %s', (expiresAt, state) => expect(expiryState(expiresAt, NOW)).toBe(state));
