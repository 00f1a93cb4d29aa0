import type { Status } from '@overdue/sdk';
import { expect, test } from 'vitest';
import { sampleMonitor } from '../../data/monitors/sample-monitor.ts';
import { writeLastPing, writeNextRun } from './row-texts.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test.each<[Status, Parameters<typeof sampleMonitor>[0], string]>([
  ['up', { nextExpectedAt: '2026-11-21T12:13:30.000Z' }, 'in 13 min'],
  ['up', { nextExpectedAt: null }, '–'],
  ['failing', { nextExpectedAt: '2026-11-21T12:13:30.000Z' }, 'in 13 min'],
  ['failing', { nextExpectedAt: '2026-11-21T11:59:30.000Z' }, '30 s late'],
  ['late', { nextExpectedAt: '2026-11-21T11:55:00.000Z' }, '5 min late'],
  ['down', { downSince: '2026-11-21T09:46:00.000Z' }, 'down 2 h'],
  ['up', { kind: 'http', nextExpectedAt: '2026-11-21T11:59:30.000Z' }, 'now'],
  ['failing', { kind: 'tcp', nextExpectedAt: '2026-11-21T11:59:30.000Z' }, 'now'],
  ['new', { kind: 'dns', nextExpectedAt: '2026-11-21T11:59:30.000Z' }, 'now'],
  ['paused', {}, 'paused'],
  ['new', { nextExpectedAt: null }, 'waiting'],
])('%s, %j: %s', (status, fields, expected) =>
  expect(writeNextRun(sampleMonitor(fields), status, NOW)).toBe(expected),
);

test.each([
  ['', 'Never'],
  ['2026-11-21T09:00:00.000Z', '3 h ago'],
  // This ping is 5 s in the future: the server's clock may be ahead.
  ['2026-11-21T12:00:05.000Z', 'now'],
])('the last ping at "%s": %s', (lastPingAt, expected) =>
  expect(writeLastPing(sampleMonitor({ lastPingAt }), NOW)).toBe(expected),
);

test('a checked monitor has no last ping', () =>
  expect(writeLastPing(sampleMonitor({ kind: 'http', lastPingAt: '' }), NOW)).toBe('–'));
