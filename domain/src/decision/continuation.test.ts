import { expect, test } from 'vitest';
import { RULES_DEFAULT } from '../monitor/rules.ts';
import { type Monitor, newMonitorState, statusAt } from '../monitor/state.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Continuation } from './command.ts';
import { decide } from './decide.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const context = { blindWindows: [], newID: () => 'id' };
const HOURLY: Schedule = { type: 'interval', intervalMs: HOUR, timezone: 'UTC', graceMs: 10 * MINUTE };
const CRON: Schedule = { type: 'cron', cron: '0 * * * *', timezone: 'UTC', graceMs: 30 * MINUTE };

/** A monitor that was imported at noon. Its job last reported `minutes` minutes before noon. */
function imported(
  schedule: Schedule,
  minutes: number,
  more: Partial<Continuation> & { paused?: boolean } = {},
) {
  const { paused = false, ...rest } = more;
  const monitor: Monitor = {
    rules: { ...RULES_DEFAULT, schedule },
    state: newMonitorState({ kind: 'cron', createdAt: NOON, paused }),
  };
  const command = {
    kind: 'continue',
    at: NOON,
    lastPingAt: NOON - minutes * MINUTE,
    isDown: false,
    ...rest,
  } as const;
  return decide(monitor, { stored: [], command, context });
}

const advance = (monitor: Monitor, at: number) =>
  decide(monitor, { stored: [], command: { kind: 'deadline', at }, context });
const end = (at: number) =>
  ({ kind: 'ping', type: 'end', at, rid: null, durationMs: null, warnings: [] }) as const;

test('a job that was up is expected after its last ping, and missed if it dies during the move', () => {
  const { monitor, transitions, event, runs } = imported(HOURLY, 20);
  expect({ event, runs }).toEqual({ event: null, runs: [] });
  expect(transitions).toEqual([
    { from: 'new', to: 'up', at: NOON, reason: 'imported', runSeq: null, eventNumber: null },
  ]);
  expect(monitor.state).toMatchObject({ lastPingAt: NOON - 20 * MINUTE, nextExpectedAt: NOON + 40 * MINUTE });
  expect(statusAt(monitor, NOON)).toBe('up');
  expect(advance(monitor, NOON + 50 * MINUTE).transitions).toEqual([]);
  expect(advance(monitor, NOON + 50 * MINUTE + 1)).toMatchObject({
    status: 'down',
    transitions: [{ to: 'down', reason: 'missed', at: NOON + 50 * MINUTE }],
  });
});

test('a job within its grace period is late, and its report belongs to the occurrence before the import', () => {
  const { monitor } = imported({ ...CRON, cron: '45 * * * *' }, 60);
  expect(monitor.state).toMatchObject({ nextExpectedAt: NOON - 15 * MINUTE });
  expect(statusAt(monitor, NOON)).toBe('late');
  const reported = decide(monitor, { stored: [], command: end(NOON + 15 * MINUTE), context });
  expect(reported).toMatchObject({ status: 'up', runs: [{ expectedAt: NOON - 15 * MINUTE, late: false }] });
});

test('a ping shortly before an occurrence counts for that occurrence', () => {
  const { monitor } = imported(CRON, 0.5, { at: NOON });
  expect(monitor.state).toMatchObject({ nextExpectedAt: NOON + HOUR, latestRunExpectedAt: 0 });
});

test('an old export judges nothing that was due before the import', () => {
  for (const schedule of [HOURLY, CRON]) {
    const { monitor, status } = imported(schedule, 60 * 24 * 7);
    expect(status).toBe('up');
    expect(monitor.state).toMatchObject({ nextExpectedAt: NOON + HOUR, missedStreak: 0 });
  }
});

test('a job that was down stays down, with the reason, until it succeeds', () => {
  const missed = imported(HOURLY, 90, { isDown: true });
  expect(missed).toMatchObject({
    status: 'down',
    transitions: [{ from: 'new', to: 'down', at: NOON - 20 * MINUTE, reason: 'missed' }],
    monitor: { state: { incident: { expectedAt: NOON - 30 * MINUTE }, nextExpectedAt: NOON + HOUR } },
  });
  const failed = imported(HOURLY, 20, { isDown: true });
  expect(failed.transitions).toMatchObject([{ to: 'down', at: NOON - 20 * MINUTE, reason: 'failed' }]);
  const recovered = decide(missed.monitor, { stored: [], command: end(NOON + MINUTE), context });
  expect(recovered).toMatchObject({ status: 'up', transitions: [{ from: 'down', to: 'up' }] });
});

test('a paused monitor, a monitor whose job has reported, and a last ping in the future change nothing', () => {
  expect(imported(HOURLY, 20, { paused: true })).toMatchObject({ status: 'paused', transitions: [] });
  expect(imported(HOURLY, -1)).toMatchObject({ status: 'new', transitions: [] });
  const { monitor } = imported(HOURLY, 20);
  const again = { kind: 'continue', at: NOON, lastPingAt: NOON, isDown: true } as const;
  expect(decide(monitor, { stored: [], command: again, context })).toMatchObject({
    monitor,
    transitions: [],
  });
});

test('past runs that follow a continuation keep their order, until a job has reported', () => {
  const { monitor } = imported(HOURLY, 20);
  const past = {
    kind: 'past_run',
    at: NOON - HOUR,
    outcome: 'failed',
    durationMs: null,
    importedAt: NOON,
  } as const;
  const recorded = decide(monitor, { stored: [], command: past, context });
  expect(recorded).toMatchObject({ status: 'up', event: { number: 1 }, transitions: [] });
  expect(recorded.monitor.state.lastPingAt).toBe(NOON - 20 * MINUTE);
  const reported = decide(recorded.monitor, { stored: [], command: end(NOON), context });
  expect(decide(reported.monitor, { stored: [], command: past, context }).event).toBeNull();
});
