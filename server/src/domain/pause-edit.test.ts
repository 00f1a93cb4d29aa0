import { describe, expect, test } from 'vitest';
import { cron, every, HOUR, MINUTE, rules, story, time } from '../../test/domain-story.ts';

const hourly = rules({ schedule: every(HOUR, 10 * MINUTE) });

describe('pause', () => {
  test('rule 15: no run is expected during a pause', () => {
    const told = story().at('01:00').ping().at('01:30').pause().at('30 00:00').look();
    expect(told.status()).toBe('paused');
    expect(told.runs()).toHaveLength(1);
    expect(told.transitions().at(-1)).toEqual({
      from: 'up',
      to: 'paused',
      at: time('01:30'),
      reason: 'paused',
      runSeq: null,
      eventNumber: null,
    });
  });

  test('rule 15: pings are recorded without alerts', () => {
    const told = story()
      .at('01:30')
      .pause()
      .at('02:00')
      .start({ rid: 'a' })
      .at('02:10')
      .fail({ rid: 'a' })
      .fail()
      .ping();
    expect(told.events().map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(told.runs()).toMatchObject([
      { runID: 'a', state: 'failed', expectedAt: null, durationMs: 10 * MINUTE },
      { state: 'failed', expectedAt: null },
      { state: 'succeeded', expectedAt: null },
    ]);
    expect(told.path()).toBe('new>paused');
    expect(told.monitor().state).toMatchObject({ failureStreak: 0, successStreak: 0, reported: true });
  });

  test('rule 15: without manual resume, a reporting ping resumes the monitor, and a log does not', () => {
    const told = story(rules({ manualResume: false }))
      .at('01:00')
      .ping()
      .at('01:30')
      .pause()
      .at('05:00')
      .log();
    expect(told.status()).toBe('paused');
    told.at('05:10').fail();
    expect(told.path()).toBe('new>up up>paused paused>up up>down');
    expect(told.transitions().slice(2)).toMatchObject([
      { reason: 'resumed', at: time('05:10'), runSeq: null, eventNumber: 3 },
      { reason: 'failed', runSeq: 2, eventNumber: 3 },
    ]);
    expect(told.runs()).toMatchObject([{}, { state: 'failed', expectedAt: null }]);
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 15: pings during a pause make no run expected', () => {
    const told = story().at('01:00').ping().at('03:30').pause().ping().at('22 02:10').ping();
    expect(told.monitor().state.nextExpectedAt).toBeNull();
    expect(told.lastRun().expectedAt).toBeNull();
  });

  test('rule 15: a run that gets stuck meanwhile is recorded and not counted', () => {
    const told = story().at('01:00').start().at('01:30').pause().at('05:00').look();
    expect(told.lastRun().state).toBe('timed_out');
    expect(told.monitor().state).toMatchObject({ openRuns: 0, failureStreak: 0 });
    expect(told.at('06:00').resume().status()).toBe('up');
  });

  test('rule 15: runs that were overdue before the pause are judged first', () => {
    const told = story().at('01:00').ping().at('05:00').pause();
    expect(told.path()).toBe('new>up up>down down>paused');
    expect(told.runs()).toMatchObject([{}, { state: 'missed' }]);
  });

  test('rule 15: a pause closes the incident', () => {
    const told = story().fail().pause();
    expect(told.monitor().state).toMatchObject({ incident: null, failureStreak: 0, lastFailure: null });
    expect(told.resume().status()).toBe('up');
  });

  test('rule 15: a second pause, or a resume without a pause, changes nothing', () => {
    const told = story().at('01:00').ping().resume();
    expect(told.path()).toBe('new>up');
    told.pause();
    const before = told.monitor();
    expect(told.pause().monitor()).toEqual(before);
    expect(told.path()).toBe('new>up up>paused');
  });

  test('rule 15: a monitor may be created paused', () => {
    const told = story(rules(), { paused: true });
    expect(told.status()).toBe('paused');
    expect(told.at('01:00').ping().at('05:00').look().status()).toBe('paused');
  });
});

describe('resume', () => {
  test('rule 15: starts afresh, as if the last occurrence had been met', () => {
    const told = story().at('01:00').ping().at('01:30').pause().at('02:30').resume();
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
    expect(told.at('04:00').look().status()).toBe('up');
    expect(told.transitions().at(-1)).toMatchObject({
      from: 'paused',
      to: 'up',
      reason: 'resumed',
      at: time('02:30'),
    });
  });

  test('rule 15: interval: one interval from now', () => {
    const told = story(hourly).at('01:00').ping().pause().at('02:30').resume();
    expect(told.monitor().state.nextExpectedAt).toBe(time('03:30'));
  });

  test('rule 15: a report after the resume belongs to no earlier occurrence', () => {
    const told = story().at('01:00').ping().at('03:30').pause().at('03:40').resume().at('03:50').ping();
    expect(told.lastRun()).toMatchObject({ expectedAt: null, late: false });
    expect(told.runOf('02:00')?.state).toBe('missed');
  });

  test('rule 15: an occurrence that was met early stays met', () => {
    const told = story()
      .at('01:00')
      .ping()
      .at('01:59:10')
      .ping()
      .at('01:59:20')
      .pause()
      .at('01:59:30')
      .resume();
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
    expect(told.at('02:00:10').ping().lastRun().expectedAt).toBeNull();
    expect(told.at('02:30').status()).toBe('up');
  });

  test('rule 15: a monitor with no ping yet is new again', () => {
    const told = story().pause().at('05:00').resume();
    expect(told.status()).toBe('new');
    expect(told.at('22 12:00').look().status()).toBe('new');
  });

  test('rule 15: the first ping after the resume belongs to no earlier occurrence', () => {
    const told = story().pause().at('02:30').resume().at('02:40').ping();
    expect(told.lastRun().expectedAt).toBeNull();
  });

  test('rule 15: the counts start afresh', () => {
    const told = story(rules({ alertAfterFailures: 2, recoverAfterSuccesses: 2 }))
      .fail()
      .pause()
      .resume()
      .fail();
    expect(told.status()).toBe('failing');
    told.fail().ping().pause().resume().fail().fail().ping();
    expect(told.status()).toBe('down');
  });

  test('rule 15: a monitor whose first ping arrived during the pause expects the next occurrence', () => {
    const told = story().pause().at('05:00').ping().at('06:00').resume();
    expect(told.status()).toBe('up');
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });
});

describe('edit', () => {
  test('rule 16: the next occurrence is computed from now', () => {
    const told = story()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 * * * *', MINUTE) });
    expect(told.monitor().state.nextExpectedAt).toBe(time('03:00'));
    expect(told.status()).toBe('up');
    told.edit({ schedule: every(HOUR, MINUTE) });
    expect(told.monitor().state.nextExpectedAt).toBe(time('03:30'));
    told.edit({ schedule: cron('0 2 * * *', HOUR, 'Europe/Riga') });
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 00:00'));
  });

  test('rule 16: a change of the zone is one of the schedule', () => {
    const told = story()
      .at('23:00')
      .ping()
      .edit({ schedule: cron('0 2 * * *', HOUR, 'Europe/Riga') });
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 00:00'));
  });

  test('rule 16: occurrences before the change do not belong to the new schedule', () => {
    const told = story()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 * * * *', MINUTE) })
      .at('02:40')
      .ping();
    expect(told.lastRun()).toMatchObject({ expectedAt: null, late: false });
  });

  test('rule 16: occurrences before the change do not count without an earlier ping either', () => {
    const told = story()
      .at('02:30')
      .edit({ schedule: cron('0 * * * *', MINUTE) })
      .at('02:40')
      .ping();
    expect(told.lastRun()).toMatchObject({ expectedAt: null, late: false });
  });

  test('rule 16: an occurrence with an early report does not hide occurrences of the new schedule', () => {
    const everySecond = { schedule: cron('* * * * * *', 0) };
    const told = story().at('01:00').ping().at('01:59:10').ping().at('01:59:20').edit(everySecond);
    told.at('01:59:21').ping().at('01:59:22').ping();
    expect(
      told
        .runs()
        .slice(2)
        .map(({ expectedAt }) => expectedAt),
    ).toEqual([time('01:59:21'), time('01:59:22')]);
    for (let at = time('01:59:23'); at <= time('02:00:01'); at += 1000) told.at(at).ping();
    expect(told.status()).toBe('up');
    expect(told.runs()).toHaveLength(43);
    expect(told.runOf('02:00')?.endedAt).toBe(time('01:59:10'));
  });

  test('rule 16: a change of only the grace period keeps the expected occurrence', () => {
    const told = story()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 2 * * *', 40 * MINUTE) });
    expect(told.status()).toBe('late');
    expect(told.at('02:40:00.001').look().runOf('02:00')?.state).toBe('missed');
  });

  test('rule 16: an edit alone never opens an incident: a grace that is over at once', () => {
    const told = story()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 2 * * *', 30 * MINUTE) })
      .at('02:40')
      .look();
    expect(told.status()).toBe('up');
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 16: an edit alone never opens an incident: a lower threshold', () => {
    const told = story(rules({ alertAfterFailures: 3 }))
      .fail()
      .fail()
      .edit({ alertAfterFailures: 1 });
    expect(told.status()).toBe('failing');
    expect(told.fail().status()).toBe('down');
  });

  test('rule 16: an edit alone closes none either', () => {
    const told = story(rules({ recoverAfterSuccesses: 3 }))
      .fail()
      .ping()
      .edit({ recoverAfterSuccesses: 1 });
    expect(told.status()).toBe('down');
    expect(told.ping().status()).toBe('up');
  });

  test('rule 16: runs that were overdue under the old rules are judged by the old rules', () => {
    const told = story()
      .at('01:00')
      .ping()
      .at('03:30')
      .edit({ schedule: cron('0 2 * * *', 10 * HOUR) });
    expect(told.path()).toBe('new>up up>down');
    expect(told.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 16: changes outside the schedule keep the computed times', () => {
    const told = story(hourly)
      .at('01:00')
      .ping()
      .at('01:30')
      .edit({ alertAfterFailures: 2, maxRunMs: MINUTE });
    expect(told.monitor().state.nextExpectedAt).toBe(time('02:00'));
    expect(told.monitor().rules).toMatchObject({ alertAfterFailures: 2, maxRunMs: MINUTE });
  });

  test('rule 16: a paused monitor takes its new schedule when it is resumed', () => {
    const told = story()
      .at('01:00')
      .ping()
      .pause()
      .at('01:10')
      .edit({ schedule: cron('0 * * * *', MINUTE) });
    expect(told.monitor().state.nextExpectedAt).toBeNull();
    expect(told.at('05:30').resume().monitor().state.nextExpectedAt).toBe(time('06:00'));
  });
});
