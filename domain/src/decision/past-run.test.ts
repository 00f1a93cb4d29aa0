import { expect, test } from 'vitest';
import { RULES_DEFAULT } from '../monitor/rules.ts';
import { type Monitor, newMonitorState } from '../monitor/state.ts';
import { MINUTE_MS } from '../time-units.ts';
import { decide } from './decide.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const context = { blindWindows: [], newID: () => 'id' };
const fresh: Monitor = {
  rules: {
    ...RULES_DEFAULT,
    schedule: { type: 'interval', intervalMs: MINUTE_MS, timezone: 'UTC', graceMs: MINUTE_MS },
  },
  state: newMonitorState({ kind: 'cron', createdAt: NOON, paused: false }),
};

test('past runs become events and runs that change no status and no expected run', () => {
  const failed = {
    kind: 'past_run',
    at: NOON - 10 * MINUTE_MS,
    outcome: 'failed',
    durationMs: 1500,
    importedAt: NOON,
  } as const;
  const first = decide(fresh, { stored: [], command: failed, context });
  expect(first).toMatchObject({
    status: 'new',
    transitions: [],
    event: { number: 1, type: 'fail', at: failed.at, durationMs: 1500 },
    runs: [{ seq: 1, state: 'failed', startedAt: failed.at - 1500, endedAt: failed.at, countedAs: null }],
    monitor: { state: { hasReported: false, nextExpectedAt: null, failureStreak: 0, lastPingAt: failed.at } },
  });
  const ended = {
    kind: 'past_run',
    at: NOON - 5 * MINUTE_MS,
    outcome: 'succeeded',
    durationMs: null,
    importedAt: NOON,
  } as const;
  const second = decide(first.monitor, { stored: [], command: ended, context });
  expect(second).toMatchObject({
    event: { number: 2, type: 'end' },
    runs: [{ seq: 2, startedAt: null }],
    transitions: [],
  });
  const ping = { kind: 'ping', type: 'end', at: NOON, rid: null, durationMs: null, warnings: [] } as const;
  const reported = decide(second.monitor, { stored: [], command: ping, context });
  expect(reported).toMatchObject({ status: 'up', event: { number: 3 }, runs: [{ seq: 3 }] });
  const late = decide(reported.monitor, { stored: [], command: ended, context });
  expect(late).toMatchObject({ event: null, runs: [], monitor: reported.monitor });
});
