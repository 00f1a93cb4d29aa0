import { describe, expect, test } from 'vitest';
import { cron, every, HOUR, MINUTE, rules, type Scenario, startScenario, time } from '../../test/scenario.ts';

const hourly = rules({ schedule: every(HOUR, 10 * MINUTE) });

/** The occurrence at 02:00 was met early, at 01:59:10. The time is 01:59:20. */
function startWithEarlyReport(): Scenario {
  return startScenario().at('01:00').ping().at('01:59:10').ping().at('01:59:20');
}

describe('pause', () => {
  test('rule 15: no run is expected during a pause', () => {
    const scenario = startScenario().at('01:00').ping().at('01:30').pause().at('30 00:00').advance();
    expect(scenario.status()).toBe('paused');
    expect(scenario.runs()).toHaveLength(1);
    expect(scenario.transitions().at(-1)).toEqual({
      from: 'up',
      to: 'paused',
      at: time('01:30'),
      reason: 'paused',
      runSeq: null,
      eventNumber: null,
    });
  });

  test('rule 15: pings are recorded without alerts', () => {
    const scenario = startScenario()
      .at('01:30')
      .pause()
      .at('02:00')
      .start({ rid: 'a' })
      .at('02:10')
      .fail({ rid: 'a' })
      .fail()
      .ping();
    expect(scenario.events().map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(scenario.runs()).toMatchObject([
      { runID: 'a', state: 'failed', expectedAt: null, durationMs: 10 * MINUTE },
      { state: 'failed', expectedAt: null },
      { state: 'succeeded', expectedAt: null },
    ]);
    expect(scenario.path()).toBe('new>paused');
    expect(scenario.monitor().state).toMatchObject({ failureStreak: 0, successStreak: 0, hasReported: true });
  });

  test('rule 15: without manual resume, a reporting ping resumes the monitor, and a log does not', () => {
    const scenario = startScenario(rules({ manualResume: false }))
      .at('01:00')
      .ping()
      .at('01:30')
      .pause()
      .at('05:00')
      .log();
    expect(scenario.status()).toBe('paused');
    scenario.at('05:10').fail();
    expect(scenario.path()).toBe('new>up up>paused paused>up up>down');
    expect(scenario.transitions().slice(2)).toMatchObject([
      { reason: 'resumed', at: time('05:10'), runSeq: null, eventNumber: 3 },
      { reason: 'failed', runSeq: 2, eventNumber: 3 },
    ]);
    expect(scenario.runs()).toMatchObject([{}, { state: 'failed', expectedAt: null }]);
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 15: a ping that resumes the monitor belongs to no occurrence that has a run', () => {
    const scenario = startScenario(rules({ manualResume: false }))
      .at('01:00')
      .ping()
      .at('01:59:10')
      .ping()
      .at('01:59:20')
      .edit({ schedule: cron('0 2,14 * * *', HOUR) })
      .at('01:59:30')
      .pause()
      .at('01:59:40')
      .ping();
    expect(scenario.runs()).toMatchObject([{}, { expectedAt: time('02:00') }, { expectedAt: null }]);
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('14:00'));
  });

  test('rule 15: pings during a pause lead to no expected run', () => {
    const scenario = startScenario().at('01:00').ping().at('03:30').pause().ping().at('22 02:10').ping();
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
    expect(scenario.lastRun().expectedAt).toBeNull();
  });

  test('rule 15: a run that gets stuck during a pause is recorded and not counted', () => {
    const scenario = startScenario().at('01:00').start().at('01:30').pause().at('05:00').advance();
    expect(scenario.lastRun().state).toBe('timed_out');
    expect(scenario.monitor().state).toMatchObject({ openRunCount: 0, failureStreak: 0 });
    expect(scenario.at('06:00').resume().status()).toBe('up');
  });

  test('rule 15: runs that were overdue before the pause are judged first', () => {
    const scenario = startScenario().at('01:00').ping().at('05:00').pause();
    expect(scenario.path()).toBe('new>up up>down down>paused');
    expect(scenario.runs()).toMatchObject([{}, { state: 'missed' }]);
  });

  test('rule 15: a pause closes the incident', () => {
    const scenario = startScenario().fail().pause();
    expect(scenario.monitor().state).toMatchObject({ incident: null, failureStreak: 0, lastFailure: null });
    expect(scenario.resume().status()).toBe('up');
  });

  test('rule 15: a second pause, or a resume without a pause, changes nothing', () => {
    const scenario = startScenario().at('01:00').ping().resume();
    expect(scenario.path()).toBe('new>up');
    scenario.pause();
    const before = scenario.monitor();
    expect(scenario.pause().monitor()).toEqual(before);
    expect(scenario.path()).toBe('new>up up>paused');
  });

  test('rule 15: a monitor may be created paused', () => {
    const scenario = startScenario(rules(), { paused: true });
    expect(scenario.status()).toBe('paused');
    expect(scenario.at('01:00').ping().at('05:00').advance().status()).toBe('paused');
  });
});

describe('resume', () => {
  test('rule 15: a resume starts afresh, as if the last occurrence had been met', () => {
    const scenario = startScenario().at('01:00').ping().at('01:30').pause().at('02:30').resume();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
    expect(scenario.at('04:00').advance().status()).toBe('up');
    expect(scenario.transitions().at(-1)).toMatchObject({
      from: 'paused',
      to: 'up',
      reason: 'resumed',
      at: time('02:30'),
    });
  });

  test('rule 15: interval: a run is expected one interval after the resume', () => {
    const scenario = startScenario(hourly).at('01:00').ping().pause().at('02:30').resume();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('03:30'));
  });

  test('rule 15: a report after the resume belongs to no earlier occurrence', () => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .at('03:30')
      .pause()
      .at('03:40')
      .resume()
      .at('03:50')
      .ping();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: null, late: false });
    expect(scenario.runOf('02:00')?.state).toBe('missed');
  });

  test('rule 15: an occurrence that was met early stays met', () => {
    const scenario = startWithEarlyReport().pause().at('01:59:30').resume();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
    expect(scenario.at('02:00:10').ping().lastRun().expectedAt).toBeNull();
    expect(scenario.at('02:30').status()).toBe('up');
  });

  test('rule 15: a monitor with no ping yet is new again', () => {
    const scenario = startScenario().pause().at('05:00').resume();
    expect(scenario.status()).toBe('new');
    expect(scenario.at('22 12:00').advance().status()).toBe('new');
  });

  test('rule 15: the first ping after the resume belongs to no earlier occurrence', () => {
    const scenario = startScenario().pause().at('02:30').resume().at('02:40').ping();
    expect(scenario.lastRun().expectedAt).toBeNull();
  });

  test('rule 15: the counts start afresh', () => {
    const scenario = startScenario(rules({ alertAfterFailures: 2, recoverAfterSuccesses: 2 }))
      .fail()
      .pause()
      .resume()
      .fail();
    expect(scenario.status()).toBe('failing');
    scenario.fail().ping().pause().resume().fail().fail().ping();
    expect(scenario.status()).toBe('down');
  });

  test('rule 15: a monitor whose first ping arrived during the pause expects the next occurrence', () => {
    const scenario = startScenario().pause().at('05:00').ping().at('06:00').resume();
    expect(scenario.status()).toBe('up');
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });
});

describe('edit', () => {
  test('rule 16: an edit computes the next occurrence from the present', () => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 * * * *', MINUTE) });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('03:00'));
    expect(scenario.status()).toBe('up');
    scenario.edit({ schedule: every(HOUR, MINUTE) });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('03:30'));
    scenario.edit({ schedule: cron('0 2 * * *', HOUR, 'Europe/Riga') });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 00:00'));
  });

  test('rule 16: a change of the time zone counts as a change of the schedule', () => {
    const scenario = startScenario()
      .at('23:00')
      .ping()
      .edit({ schedule: cron('0 2 * * *', HOUR, 'Europe/Riga') });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 00:00'));
  });

  test('rule 16: occurrences before the change do not belong to the new schedule', () => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 * * * *', MINUTE) })
      .at('02:40')
      .ping();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: null, late: false });
  });

  test('rule 16: occurrences before the change do not count without an earlier ping either', () => {
    const scenario = startScenario()
      .at('02:30')
      .edit({ schedule: cron('0 * * * *', MINUTE) })
      .at('02:40')
      .ping();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: null, late: false });
  });

  test('rule 16: an occurrence with an early report does not hide occurrences of the new schedule', () => {
    const everySecond = { schedule: cron('* * * * * *', 0) };
    const scenario = startWithEarlyReport().edit(everySecond);
    scenario.at('01:59:21').ping().at('01:59:22').ping();
    expect(
      scenario
        .runs()
        .slice(2)
        .map(({ expectedAt }) => expectedAt),
    ).toEqual([time('01:59:21'), time('01:59:22')]);
    for (let at = time('01:59:23'); at <= time('02:00:01'); at += 1000) scenario.at(at).ping();
    expect(scenario.status()).toBe('up');
    expect(scenario.runs()).toHaveLength(43);
    expect(scenario.runOf('02:00')?.endedAt).toBe(time('01:59:10'));
  });

  test('rule 16: nor does it hide them from a report about the past', () => {
    const scenario = startWithEarlyReport()
      .edit({ schedule: cron('* * * * * *', 3000) })
      .at('01:59:22')
      .ping({ happened: '01:59:21' });
    expect(scenario.lastRun()).toMatchObject({ expectedAt: time('01:59:21'), late: false });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('01:59:22'));
  });

  test('rule 16: a change of only the grace period keeps the expected occurrence', () => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 2 * * *', 40 * MINUTE) });
    expect(scenario.status()).toBe('late');
    expect(scenario.at('02:40:00.001').advance().runOf('02:00')?.state).toBe('missed');
  });

  test('rule 16: an edit that ends the grace period immediately opens no incident', () => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .at('02:30')
      .edit({ schedule: cron('0 2 * * *', 30 * MINUTE) })
      .at('02:40')
      .advance();
    expect(scenario.status()).toBe('up');
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 16: an edit that lowers the threshold opens no incident', () => {
    const scenario = startScenario(rules({ alertAfterFailures: 3 }))
      .fail()
      .fail()
      .edit({ alertAfterFailures: 1 });
    expect(scenario.status()).toBe('failing');
    expect(scenario.fail().status()).toBe('down');
  });

  test('rule 16: an edit closes no incident', () => {
    const scenario = startScenario(rules({ recoverAfterSuccesses: 3 }))
      .fail()
      .ping()
      .edit({ recoverAfterSuccesses: 1 });
    expect(scenario.status()).toBe('down');
    expect(scenario.ping().status()).toBe('up');
  });

  test('rule 16: runs that were overdue under the old rules are judged by the old rules', () => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .at('03:30')
      .edit({ schedule: cron('0 2 * * *', 10 * HOUR) });
    expect(scenario.path()).toBe('new>up up>down');
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 16: changes outside the schedule keep the computed times', () => {
    const scenario = startScenario(hourly)
      .at('01:00')
      .ping()
      .at('01:30')
      .edit({ alertAfterFailures: 2, maxRunMs: MINUTE });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('02:00'));
    expect(scenario.monitor().rules).toMatchObject({ alertAfterFailures: 2, maxRunMs: MINUTE });
  });

  test('rule 16: a paused monitor takes its new schedule when it is resumed', () => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .pause()
      .at('01:10')
      .edit({ schedule: cron('0 * * * *', MINUTE) });
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
    expect(scenario.at('05:30').resume().monitor().state.nextExpectedAt).toBe(time('06:00'));
  });
});
