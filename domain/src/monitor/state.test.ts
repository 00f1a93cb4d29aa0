import { describe, expect, test } from 'vitest';
import { cron, every, HOUR, MINUTE, rules, SECOND, startScenario, time } from '../../test/scenario.ts';
import { type MonitorState, newMonitorState, STATUSES, statusAt, wakeAt } from './state.ts';

/** Rules of a monitor whose next run is expected in a year, so that only the test's reports change its status. */
const calm = (alertAfterFailures: number, recoverAfterSuccesses = 1) =>
  startScenario(
    rules({
      schedule: every(365 * 24 * HOUR, 0),
      maxRunMs: MINUTE,
      alertAfterFailures,
      recoverAfterSuccesses,
    }),
  );

describe('failures', () => {
  test('rule 12: a failed, a timed-out and a missed run are failures in a row', () => {
    const scenario = startScenario(rules({ alertAfterFailures: 10, maxRunMs: MINUTE }))
      .at('01:00')
      .fail();
    expect(scenario.monitor().state.failureStreak).toBe(1);
    scenario.at('01:10').start().at('01:12').advance();
    expect(scenario.monitor().state.failureStreak).toBe(2);
    scenario.at('03:01').advance();
    expect(scenario.monitor().state.failureStreak).toBe(3);
    expect(scenario.runs().map(({ state }) => state)).toEqual(['failed', 'timed_out', 'missed']);
    expect(scenario.monitor().state.lastFailure).toEqual({
      reason: 'missed',
      at: time('03:00'),
      expectedAt: time('02:00'),
    });
  });

  test('rule 12: a success sets the streak to 0', () => {
    const scenario = calm(10).fail().fail().ping();
    expect(scenario.monitor().state).toMatchObject({ failureStreak: 0, successStreak: 1 });
    expect(scenario.fail().monitor().state).toMatchObject({ failureStreak: 1, successStreak: 0 });
  });

  test('rule 12: a start changes no streak', () => {
    const scenario = calm(10).fail().start();
    expect(scenario.monitor().state.failureStreak).toBe(1);
  });

  test('rule 12: a success in between counts in the order in which the words came', () => {
    const scenario = calm(10).start({ rid: 'a' }).fail().fail().end({ rid: 'a' });
    expect(scenario.monitor().state.failureStreak).toBe(0);
  });
});

describe('incidents', () => {
  test('rule 13: the incident opens at alertAfterFailures, not before', () => {
    const scenario = calm(3).fail({ rid: 'a' }).fail({ rid: 'b' });
    expect(scenario.status()).toBe('failing');
    expect(scenario.monitor().state.incident).toBeNull();
    scenario.fail({ rid: 'c' });
    expect(scenario.status()).toBe('down');
    expect(scenario.monitor().state.incident).toMatchObject({ reason: 'failed', at: scenario.now() });
    expect(scenario.path()).toBe('new>failing failing>down');
  });

  test('rule 13: further failures open no second incident', () => {
    const scenario = calm(1).at('01:00').fail().at('02:00').fail();
    expect(scenario.monitor().state.incident?.at).toBe(time('01:00'));
    expect(scenario.path()).toBe('new>down');
  });

  test('rule 13: the incident closes after recoverAfterSuccesses successes in a row', () => {
    const scenario = calm(1, 3).fail().ping().ping().fail().ping().ping();
    expect(scenario.status()).toBe('down');
    expect(scenario.monitor().state.failureStreak).toBe(0);
    scenario.ping();
    expect(scenario.status()).toBe('up');
    expect(scenario.path()).toBe('new>down down>up');
    expect(scenario.transitions().at(-1)).toMatchObject({ reason: 'succeeded', runSeq: 7, eventNumber: 7 });
  });

  test('rule 13: successes before the incident do not count towards its end', () => {
    const scenario = calm(1, 2).ping().ping().fail().ping();
    expect(scenario.status()).toBe('down');
  });

  test('rule 13: a verdict dates the transition by its deadline', () => {
    const scenario = startScenario().at('01:00').ping().at('05:17').advance();
    expect(scenario.transitions().at(-1)).toMatchObject({ to: 'down', at: time('03:00') });
    expect(scenario.monitor().state.incident).toEqual({
      reason: 'missed',
      at: time('03:00'),
      expectedAt: time('02:00'),
    });
  });

  test('rule 13: due verdicts precede the ping that triggers them', () => {
    const scenario = startScenario(rules({ recoverAfterSuccesses: 2 }))
      .at('01:00')
      .ping()
      .at('05:00')
      .ping();
    expect(scenario.path()).toBe('new>up up>down');
    expect(scenario.monitor().state).toMatchObject({ successStreak: 1 });
  });
});

describe('status', () => {
  const up: MonitorState = {
    ...newMonitorState({ kind: 'cron', createdAt: 0, paused: false }),
    hasReported: true,
    nextExpectedAt: 1000,
  };
  const incident = { reason: 'failed', at: 0, expectedAt: null } as const;

  test.each([
    ['paused', { ...up, paused: true, incident, failureStreak: 3 }],
    ['down', { ...up, incident, failureStreak: 3 }],
    ['down', { ...up, incident, failureStreak: 0 }],
    ['failing', { ...up, failureStreak: 3 }],
    ['late', up],
    ['new', { ...up, hasReported: false, nextExpectedAt: null }],
  ])('rule 14: %s takes precedence over the statuses after it', (status, state) => {
    expect(statusAt({ rules: { kind: 'cron' }, state }, 2000)).toBe(status);
  });

  test('rule 14: a monitor is late after the occurrence, until the verdict', () => {
    const scenario = startScenario().at('01:00').ping();
    expect(scenario.at('02:00').status()).toBe('up');
    expect(scenario.at('02:00:00.001').status()).toBe('late');
    expect(scenario.at('03:00').advance().status()).toBe('late');
    expect(scenario.at('03:00:00.001').advance().status()).toBe('down');
    expect(scenario.path()).toBe('new>up up>down');
  });

  test('rule 14: a monitor is no longer late after a start', () => {
    expect(startScenario().at('01:00').ping().at('02:30').start().status()).toBe('up');
  });

  test('rule 14: a monitor is new until the first ping, which may be a start', () => {
    const scenario = startScenario();
    expect(scenario.status()).toBe('new');
    expect(scenario.start().status()).toBe('up');
    expect(scenario.transitions()).toEqual([
      { from: 'new', to: 'up', at: scenario.now(), reason: 'reported', runSeq: 1, eventNumber: 1 },
    ]);
  });

  test('rule 14: every status has a name', () => {
    expect([...STATUSES].sort()).toEqual(['down', 'failing', 'late', 'new', 'paused', 'up']);
  });
});

describe('waking', () => {
  test('the next change without a ping is right after a deadline', () => {
    const scenario = startScenario(rules({ schedule: cron('0 2 * * *', HOUR), maxRunMs: 10 * MINUTE }));
    expect(wakeAt(scenario.monitor())).toBeNull();
    scenario.at('01:00').start({ rid: 'a' });
    expect(wakeAt(scenario.monitor())).toBe(time('01:10') + 1);
    scenario.at('01:05').end({ rid: 'a' });
    expect(wakeAt(scenario.monitor())).toBe(time('03:00') + 1);
    const before = scenario.runs();
    expect(scenario.at('03:00').advance().runs()).toEqual(before);
    expect(
      scenario
        .at(time('03:00') + 1)
        .advance()
        .runs(),
    ).toHaveLength(2);
    expect(wakeAt(scenario.monitor())).toBe(time('22 03:00') + 1);
  });

  test('the limit of a run that has ended is checked once and then forgotten', () => {
    const scenario = startScenario(rules({ maxRunMs: 10 * MINUTE }))
      .at('00:10')
      .start({ rid: 'a' })
      .at('00:15')
      .start({ rid: 'b' });
    scenario.at('00:16').end({ rid: 'a' });
    expect(scenario.monitor().state.runLimitAt).toBe(time('00:20'));
    scenario.at(time('00:20') + 1).advance();
    expect(scenario.monitor().state).toMatchObject({
      runLimitAt: time('00:25'),
      openRunCount: 1,
      failureStreak: 0,
    });
  });

  test('runs that time out in the same millisecond are judged in the order of their rows', () => {
    const scenario = startScenario(rules({ schedule: every(24 * HOUR, HOUR), maxRunMs: SECOND }));
    for (const rid of ['c', 'b', 'a']) scenario.at('01:00').start({ rid });
    scenario.at('02:00').end({ rid: 'b' });
    expect(scenario.transitions().at(-2)).toMatchObject({ to: 'down', runSeq: 1 });
    expect(scenario.monitor().state.failureStreak).toBe(0);
  });
});
