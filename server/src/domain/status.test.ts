import { describe, expect, test } from 'vitest';
import { cron, every, HOUR, MINUTE, rules, SECOND, story, time } from '../../test/domain-story.ts';
import { type MonitorState, newMonitorState, STATUSES, statusAt, wakeAt } from './monitor.ts';

/** Reports at will, with nothing awaited for a year. */
const calm = (alertAfterFailures: number, recoverAfterSuccesses = 1) =>
  story(
    rules({
      schedule: every(365 * 24 * HOUR, 0),
      maxRunMs: MINUTE,
      alertAfterFailures,
      recoverAfterSuccesses,
    }),
  );

describe('failures', () => {
  test('rule 12: a failed, a timed-out and a missed run are failures in a row', () => {
    const told = story(rules({ alertAfterFailures: 10, maxRunMs: MINUTE }))
      .at('01:00')
      .fail();
    expect(told.monitor().state.failureStreak).toBe(1);
    told.at('01:10').start().at('01:12').look();
    expect(told.monitor().state.failureStreak).toBe(2);
    told.at('03:01').look();
    expect(told.monitor().state.failureStreak).toBe(3);
    expect(told.runs().map(({ state }) => state)).toEqual(['failed', 'timed_out', 'missed']);
    expect(told.monitor().state.lastFailure).toEqual({
      reason: 'missed',
      at: time('03:00'),
      expectedAt: time('02:00'),
    });
  });

  test('rule 12: a success sets the streak to 0', () => {
    const told = calm(10).fail().fail().ping();
    expect(told.monitor().state).toMatchObject({ failureStreak: 0, successStreak: 1 });
    expect(told.fail().monitor().state).toMatchObject({ failureStreak: 1, successStreak: 0 });
  });

  test('rule 12: a start changes no streak', () => {
    const told = calm(10).fail().start();
    expect(told.monitor().state.failureStreak).toBe(1);
  });

  test('rule 12: a success in between counts in the order in which the words came', () => {
    const told = calm(10).start({ rid: 'a' }).fail().fail().end({ rid: 'a' });
    expect(told.monitor().state.failureStreak).toBe(0);
  });
});

describe('incidents', () => {
  test('rule 13: the incident opens at alertAfterFailures, not before', () => {
    const told = calm(3).fail({ rid: 'a' }).fail({ rid: 'b' });
    expect(told.status()).toBe('failing');
    expect(told.monitor().state.incident).toBeNull();
    told.fail({ rid: 'c' });
    expect(told.status()).toBe('down');
    expect(told.monitor().state.incident).toMatchObject({ reason: 'failed', at: told.now() });
    expect(told.path()).toBe('new>failing failing>down');
  });

  test('rule 13: further failures open no second incident', () => {
    const told = calm(1).at('01:00').fail().at('02:00').fail();
    expect(told.monitor().state.incident?.at).toBe(time('01:00'));
    expect(told.path()).toBe('new>down');
  });

  test('rule 13: the incident closes after recoverAfterSuccesses successes in a row', () => {
    const told = calm(1, 3).fail().ping().ping().fail().ping().ping();
    expect(told.status()).toBe('down');
    expect(told.monitor().state.failureStreak).toBe(0);
    told.ping();
    expect(told.status()).toBe('up');
    expect(told.path()).toBe('new>down down>up');
    expect(told.transitions().at(-1)).toMatchObject({ reason: 'succeeded', runSeq: 7, eventNumber: 7 });
  });

  test('rule 13: successes before the incident do not count towards its end', () => {
    const told = calm(1, 2).ping().ping().fail().ping();
    expect(told.status()).toBe('down');
  });

  test('rule 13: a verdict dates the transition by its deadline', () => {
    const told = story().at('01:00').ping().at('05:17').look();
    expect(told.transitions().at(-1)).toMatchObject({ to: 'down', at: time('03:00') });
    expect(told.monitor().state.incident).toEqual({
      reason: 'missed',
      at: time('03:00'),
      expectedAt: time('02:00'),
    });
  });

  test('rule 13: the verdicts come before the ping that finds them', () => {
    const told = story(rules({ recoverAfterSuccesses: 2 }))
      .at('01:00')
      .ping()
      .at('05:00')
      .ping();
    expect(told.path()).toBe('new>up up>down');
    expect(told.monitor().state).toMatchObject({ successStreak: 1 });
  });
});

describe('status', () => {
  const up: MonitorState = {
    ...newMonitorState({ createdAt: 0, paused: false }),
    reported: true,
    nextExpectedAt: 1000,
  };
  const incident = { reason: 'failed', at: 0, expectedAt: null } as const;

  test.each([
    ['paused', { ...up, paused: true, incident, failureStreak: 3 }],
    ['down', { ...up, incident, failureStreak: 3 }],
    ['down', { ...up, incident, failureStreak: 0 }],
    ['failing', { ...up, failureStreak: 3 }],
    ['late', up],
    ['new', { ...up, reported: false, nextExpectedAt: null }],
  ])('rule 14: %s takes precedence over the statuses after it', (status, state) => {
    expect(statusAt(state, 2000)).toBe(status);
  });

  test('rule 14: late is read from the time: after the occurrence, until its verdict', () => {
    const told = story().at('01:00').ping();
    expect(told.at('02:00').status()).toBe('up');
    expect(told.at('02:00:00.001').status()).toBe('late');
    expect(told.at('03:00').look().status()).toBe('late');
    expect(told.at('03:00:00.001').look().status()).toBe('down');
    expect(told.path()).toBe('new>up up>down');
  });

  test('rule 14: late is no longer late once a start came', () => {
    expect(story().at('01:00').ping().at('02:30').start().status()).toBe('up');
  });

  test('rule 14: new until the first ping, also when that is a start', () => {
    const told = story();
    expect(told.status()).toBe('new');
    expect(told.start().status()).toBe('up');
    expect(told.transitions()).toEqual([
      { from: 'new', to: 'up', at: told.now(), reason: 'reported', runSeq: 1, eventNumber: 1 },
    ]);
  });

  test('rule 14: every status has a name', () => {
    expect([...STATUSES].sort()).toEqual(['down', 'failing', 'late', 'new', 'paused', 'up']);
  });
});

describe('waking', () => {
  test('the next change that time alone makes is right after a deadline', () => {
    const told = story(rules({ schedule: cron('0 2 * * *', HOUR), maxRunMs: 10 * MINUTE }));
    expect(wakeAt(told.monitor())).toBeNull();
    told.at('01:00').start({ rid: 'a' });
    expect(wakeAt(told.monitor())).toBe(time('01:10') + 1);
    told.at('01:05').end({ rid: 'a' });
    expect(wakeAt(told.monitor())).toBe(time('03:00') + 1);
    const before = told.runs();
    expect(told.at('03:00').look().runs()).toEqual(before);
    expect(
      told
        .at(time('03:00') + 1)
        .look()
        .runs(),
    ).toHaveLength(2);
    expect(wakeAt(told.monitor())).toBe(time('22 03:00') + 1);
  });

  test('a limit that no longer holds is looked at once and then forgotten', () => {
    const told = story(rules({ maxRunMs: 10 * MINUTE }))
      .at('00:10')
      .start({ rid: 'a' })
      .at('00:15')
      .start({ rid: 'b' });
    told.at('00:16').end({ rid: 'a' });
    expect(told.monitor().state.runDeadlineAt).toBe(time('00:20'));
    told.at(time('00:20') + 1).look();
    expect(told.monitor().state).toMatchObject({
      runDeadlineAt: time('00:25'),
      openRuns: 1,
      failureStreak: 0,
    });
  });

  test('runs that time out in the same millisecond are judged in the order of their rows', () => {
    const told = story(rules({ schedule: every(24 * HOUR, HOUR), maxRunMs: SECOND }));
    for (const rid of ['c', 'b', 'a']) told.at('01:00').start({ rid });
    told.at('02:00').end({ rid: 'b' });
    expect(told.transitions().at(-2)).toMatchObject({ to: 'down', runSeq: 1 });
    expect(told.monitor().state.failureStreak).toBe(0);
  });
});
