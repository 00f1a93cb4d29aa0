import type { MonitorEvent, Run } from '@overdue/sdk';
import { describe, expect, test } from 'vitest';
import { eventWithLog, lastEndedRun } from './last-ended.ts';

const RUN: Run = {
  runID: 'r',
  state: 'succeeded',
  expectedAt: null,
  startedAt: null,
  endedAt: '2026-11-21T10:01:00Z',
  duration: null,
  late: false,
  startEvent: 3,
  endEvent: 5,
  check: null,
};
const MISSED: Run = { ...RUN, state: 'missed', endedAt: null, startEvent: null, endEvent: null };

function event(number: number, fields: Partial<MonitorEvent> = {}): MonitorEvent {
  return {
    number,
    type: 'end',
    duration: 0,
    runID: 'r',
    at: '2026-11-21T10:01:00Z',
    happenedAt: '2026-11-21T10:01:00Z',
    warnings: [],
    method: 'POST',
    userAgent: 'curl',
    remoteAddress: '10.0.0.1',
    exitStatus: null,
    bodySize: 10,
    ...fields,
  };
}

describe('last run', () => {
  test('runs without a report are skipped', () => {
    const running: Run = { ...RUN, state: 'running', endedAt: null, startEvent: 7, endEvent: null };
    expect(lastEndedRun([running, MISSED, RUN])).toBe(RUN);
    expect(lastEndedRun([running, MISSED])).toBeNull();
  });

  test('among overlapping runs, the last report counts', () => {
    const long = { ...RUN, runID: 'long', startEvent: 2, endEvent: 9 };
    expect(lastEndedRun([RUN, long])).toBe(long);
  });
});

describe('log of a run', () => {
  test('is that of its end', () => {
    expect(eventWithLog(RUN, [event(6), event(5), event(4)])).toBe(5);
  });

  test('is its newest progress report if the end has none', () => {
    const events = [
      event(6),
      event(5, { bodySize: 0 }),
      event(4, { type: 'log' }),
      event(3, { type: 'start' }),
    ];
    expect(eventWithLog(RUN, events)).toBe(4);
  });

  test('is never that of an earlier or another run', () => {
    const end = event(5, { bodySize: 0 });
    expect(eventWithLog(RUN, [end, event(4, { runID: 'other' }), event(2)])).toBeNull();
    expect(eventWithLog({ ...RUN, startEvent: null }, [end, event(4)])).toBeNull();
  });
});
