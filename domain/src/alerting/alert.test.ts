import { expect, test } from 'vitest';
import type { StoredStatus } from '../monitor/state.ts';
import { type AlertKind, alertKind } from './alert.ts';

const ALERTS: readonly (readonly [StoredStatus, StoredStatus, AlertKind])[] = [
  ['new', 'up', 'up'],
  ['new', 'failing', 'failing'],
  ['new', 'down', 'down'],
  ['new', 'paused', 'paused'],
  ['up', 'failing', 'failing'],
  ['up', 'down', 'down'],
  ['up', 'paused', 'paused'],
  ['failing', 'up', 'up'],
  ['failing', 'down', 'down'],
  ['failing', 'paused', 'paused'],
  ['down', 'up', 'recovered'],
  ['down', 'paused', 'paused'],
  ['paused', 'up', 'resumed'],
  ['paused', 'new', 'resumed'],
];

test.each(ALERTS)('a change from %s to %s raises the alert %s', (from, to, kind) => {
  expect(alertKind({ from, to })).toBe(kind);
});
