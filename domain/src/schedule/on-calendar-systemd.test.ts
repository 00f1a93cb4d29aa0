import { expect, test } from 'vitest';
import { isRefusedBySystemd } from './on-calendar-systemd.ts';

// Recorded from `systemd-analyze calendar` of systemd 252.
test.each<[expression: string, isRefused: boolean]>([
  ['*:0/60', true],
  ['*:0/59', false],
  ['*:50/15', true],
  ['*:45/14', false],
  ['*-*-* 0/25:00', true],
  ['0/24:00', true],
  ['0/23:00', false],
  ['*-*-1/31', true],
  ['*-*-1/30', false],
  ['*-1/12-1', true],
  ['*-1/11-1', false],
  ['*-*~1/3', true],
  ['*-*~7/3', false],
  ['*:*:0/60', true],
  ['*:*:0/59.9', false],
  ['*-*-1..5/10', false],
  ['*-*-1..5/4', false],
  ['*-1..1/3-1', false],
  ['*:0,30/40', true],
  ['Mon *:0/15 Europe/Berlin', false],
  ['daily', false],
])('%s: %s', (expression, isRefused) => expect(isRefusedBySystemd(expression)).toBe(isRefused));
