import { describe, expect, test } from 'vitest';
import { checkResult, cron, MINUTE, rules, SECOND, startScenario, time } from '../../test/scenario.ts';
import type { GridSchedule } from '../schedule/schedule.ts';
import { runsNeeded } from './decide.ts';

const grid: GridSchedule = {
  type: 'grid',
  intervalMs: MINUTE,
  phaseMs: 10 * SECOND,
  timezone: 'UTC',
  graceMs: 2 * MINUTE,
};
/** A monitor whose target is checked 10 s after each minute. A slot waits two minutes for its result. */
const website = rules({ kind: 'http', schedule: grid, recoverAfterSuccesses: 2 });

const start = (more: Partial<typeof website> = {}) => startScenario({ ...website, ...more });

type Checks = ReturnType<typeof startScenario>;
/** Returns the state of each run, with its slot. */
const ledger = (scenario: Checks) =>
  scenario.runs().map(({ expectedAt, state }) => `${clock(expectedAt ?? 0)} ${state}`);
const clock = (at: number) => new Date(at).toISOString().slice(11, 19);
const awaited = (scenario: Checks) => clock(scenario.monitor().state.nextExpectedAt ?? 0);

describe('rule 19', () => {
  test('the first check is made at once, and later ones follow the schedule', () => {
    const scenario = start();
    expect(awaited(scenario)).toBe('00:00:00');
    scenario.at('00:00:01').check('succeeded');
    expect(awaited(scenario)).toBe('00:00:10');
    expect(scenario.path()).toBe('new>up');
    expect(scenario.transitions()).toMatchObject([{ reason: 'reported', runSeq: 1, eventNumber: null }]);
    expect(scenario.events()).toEqual([]);
  });

  test('a run has the times, the duration and the result of its check', () => {
    const result = checkResult('failed', time('00:00:02'));
    expect(start().at('00:00:03').check('failed', { since: '00:00:02' }).lastRun()).toEqual({
      seq: 1,
      runID: 'id-1',
      state: 'failed',
      expectedAt: time('00:00'),
      startedAt: time('00:00:02'),
      endedAt: time('00:00:03'),
      durationMs: 50,
      late: false,
      startEvent: null,
      endEvent: null,
      limitAt: null,
      blindWindowID: null,
      countedAs: 'failure',
      check: result,
    });
  });

  test.each([
    ['succeeded', 'new>up', null],
    ['failed', 'new>down', 'failed'],
    ['timed_out', 'new>down', 'timed_out'],
    ['unknown', '', null],
  ] as const)('a first check that %s leads to: %s', (outcome, path, reason) => {
    const scenario = start().at('00:00:01').check(outcome);
    expect(scenario.path()).toBe(path);
    expect(scenario.monitor().state.incident?.reason ?? null).toBe(reason);
  });

  test('failures and successes count as for jobs', () => {
    const scenario = start({ alertAfterFailures: 2 });
    const outcomes = ['succeeded', 'failed', 'timed_out', 'unknown', 'succeeded', 'succeeded'] as const;
    for (const [minute, outcome] of outcomes.entries()) scenario.at(`00:0${minute}:11`).check(outcome);
    expect(scenario.path()).toBe('new>up up>failing failing>down down>up');
    expect(scenario.transitions().at(-2)).toMatchObject({ reason: 'timed_out', at: time('00:02:11') });
  });

  test('an incident keeps what the check found', () => {
    const { incident } = start().at('00:00:01').check('failed').monitor().state;
    expect(incident).toEqual({
      reason: 'failed',
      at: time('00:00:01'),
      expectedAt: time('00:00'),
      message: 'HTTP status 503',
    });
  });

  test('a slot that nobody checked is unknown, never missed, and the monitor is never late', () => {
    const scenario = start().at('00:00:01').check('succeeded').at('00:02:10').advance();
    expect(scenario.status()).toBe('up');
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded']);
    scenario.at('00:02:10.001').advance();
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded', '00:00:10 unknown']);
    expect(scenario.lastRun()).toMatchObject({ check: null, blindWindowID: null, countedAs: null });
    scenario.at('23:00').advance();
    expect(scenario.status()).toBe('up');
    expect(scenario.runs().length).toBeGreaterThan(1000);
    expect(scenario.monitor().state).toMatchObject({ missedStreak: 0, failureStreak: 0 });
  });

  test('earlier slots that nobody checked become unknown with a later result', () => {
    const scenario = start().at('00:00:01').check('succeeded');
    scenario.at('00:02:11').check('failed', { slot: '00:02:10' });
    expect(ledger(scenario)).toEqual([
      '00:00:00 succeeded',
      '00:00:10 unknown',
      '00:01:10 unknown',
      '00:02:10 failed',
    ]);
  });

  test('slots that passed while a check ran are covered by it', () => {
    const scenario = start().at('00:00:01').check('succeeded');
    scenario.at('00:02:10').check('timed_out', { slot: '00:00:10', since: '00:01:10' });
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded', '00:00:10 timed_out']);
    expect(awaited(scenario)).toBe('00:03:10');
    scenario.at('00:04:00').advance();
    expect(scenario.runs()).toHaveLength(2);
  });

  test('a slot that passed before a delayed check began is unknown', () => {
    const scenario = start().at('00:00:01').check('succeeded');
    scenario.at('00:01:20').check('succeeded', { slot: '00:00:10', since: '00:01:11' });
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded', '00:00:10 succeeded', '00:01:10 unknown']);
  });

  test('a repeated result changes nothing', () => {
    const scenario = start().at('00:00:01').check('failed');
    const before = { runs: scenario.runs(), monitor: scenario.monitor() };
    scenario.at('00:00:02').check('succeeded', { slot: '00:00' });
    expect({ runs: scenario.runs(), monitor: scenario.monitor() }).toEqual(before);
  });

  test('a result that overtook an earlier one counts, and the earlier one does not', () => {
    const scenario = start().at('00:00:01').check('succeeded');
    scenario.at('00:01:11').check('succeeded', { slot: '00:01:10' });
    scenario.at('00:01:12').check('failed', { slot: '00:00:10' });
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded', '00:00:10 unknown', '00:01:10 succeeded']);
  });

  test('a late result takes over the unknown slot, if no later slot has a result', () => {
    const scenario = start().at('00:00:01').check('succeeded').at('00:03').advance();
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded', '00:00:10 unknown']);
    scenario.at('00:03:01').check('failed', { slot: '00:00:10', since: '00:00:10' });
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded', '00:00:10 failed']);
    expect(scenario.status()).toBe('down');
  });

  test('a slot that a blind window hid is unknown', () => {
    const scenario = start().at('00:00:01').check('succeeded').at('00:02').blindSince('00:00:05');
    expect(ledger(scenario)).toEqual(['00:00:00 succeeded', '00:00:10 unknown', '00:01:10 unknown']);
    expect(scenario.lastRun()).toMatchObject({ blindWindowID: 1 });
    expect(awaited(scenario)).toBe('00:02:10');
  });

  test('a pause drops the result of a running check, and a resume checks at once', () => {
    const scenario = start().at('00:00:01').check('succeeded').at('00:00:11').pause();
    scenario.at('00:00:12').check('failed', { slot: '00:00:10' });
    expect(scenario.runs()).toHaveLength(1);
    scenario.at('00:00:30').resume();
    expect(awaited(scenario)).toBe('00:00:30');
    scenario.at('00:00:31').check('failed', { slot: '00:00:10' });
    expect(scenario.runs()).toHaveLength(1);
    scenario.check('failed');
    expect(scenario.path()).toBe('new>up up>paused paused>up up>down');
  });

  test('a monitor that is created paused awaits no check', () => {
    expect(startScenario(website, { paused: true }).monitor().state.nextExpectedAt).toBeNull();
  });

  test('after an edit of the schedule, results of earlier slots do not count', () => {
    const scenario = start().at('00:00:01').check('succeeded').at('00:00:12');
    scenario.edit({ schedule: { ...grid, intervalMs: 5 * MINUTE } });
    expect(awaited(scenario)).toBe('00:05:10');
    scenario.at('00:00:13').check('failed', { slot: '00:00:10' });
    expect(scenario.runs()).toHaveLength(1);
  });

  test('a result still counts after an edit that keeps the schedule', () => {
    const scenario = start().at('00:00:01').check('succeeded').at('00:00:12').edit({ alertAfterFailures: 3 });
    scenario.at('00:00:13').check('failed', { slot: '00:00:10' });
    expect(scenario.path()).toBe('new>up up>failing');
  });

  test('a ping is recorded as a log', () => {
    const scenario = start().at('00:00:01').check('succeeded').fail({ rid: 'a' });
    expect(scenario.lastEvent()).toMatchObject({ type: 'log', runID: 'a' });
    expect(scenario.lastEvent().warnings).toHaveLength(1);
    expect(scenario.runs()).toHaveLength(1);
    expect(scenario.status()).toBe('up');
    expect(start({ manualResume: false }).pause().ping().status()).toBe('paused');
  });

  test('the result of a check changes nothing of a job', () => {
    const scenario = startScenario(rules({ schedule: cron('* * * * *', 0) }));
    expect(scenario.at('00:01').check('failed').runs()).toEqual([]);
  });

  test('a result needs no stored run in the usual case', () => {
    const scenario = start().at('00:00:01').check('succeeded');
    const result = checkResult('succeeded', 0);
    const check = (slot: string) =>
      runsNeeded(
        scenario.monitor(),
        { kind: 'check', at: time('00:00:11'), slot: time(slot), startedAt: time('00:00:10'), result },
        [],
      );
    expect(check('00:00:10')).toEqual([]);
    expect(check('00:00')).toEqual([{ by: 'expectedAt', at: time('00:00') }]);
  });
});
