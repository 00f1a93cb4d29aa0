import { describe, expect, test } from 'vitest';
import { cron, DAY, every, HOUR, MINUTE, rules, SECOND, startScenario, time } from '../../test/scenario.ts';

const hourly = rules({ schedule: every(HOUR, 10 * MINUTE) });
const nightly = rules();

describe('the next expected occurrence', () => {
  test("rule 7: interval: one interval after the last run's start", () => {
    const scenario = startScenario(hourly).at('01:00').start().at('01:20').end();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('02:00'));
  });

  test('rule 7: interval: one interval after the closing ping of a run with no start', () => {
    const scenario = startScenario(hourly).at('01:20').end();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('02:20'));
    expect(
      scenario
        .at('01:30')
        .ping({ durationMs: 5 * MINUTE })
        .monitor().state.nextExpectedAt,
    ).toBe(time('02:30'));
  });

  test('rule 7: interval: the end of a run before the last does not move the next occurrence', () => {
    const scenario = startScenario(hourly)
      .at('01:00')
      .start({ rid: 'a' })
      .at('01:30')
      .start({ rid: 'b' })
      .at('01:40')
      .end({ rid: 'a' });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('02:30'));
  });

  test('rule 7: cron: the next time of the expression in its zone', () => {
    const scenario = startScenario(rules({ schedule: cron('0 2 * * *', HOUR, 'Europe/Riga') }))
      .at('10:00')
      .ping();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 00:00'));
    expect(scenario.at('22 00:05').ping().monitor().state.nextExpectedAt).toBe(time('23 00:00'));
  });
});

describe('the occurrence of a report', () => {
  test('rule 8: the run belongs to the latest occurrence at or before its start', () => {
    const scenario = startScenario(nightly).at('01:00').ping().at('02:00').ping();
    expect(scenario.runs()).toMatchObject([{ expectedAt: null }, { expectedAt: time('02:00'), late: false }]);
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 8: a second report for the same occurrence is an extra run', () => {
    const scenario = startScenario(nightly)
      .at('01:00')
      .ping()
      .at('02:00')
      .ping()
      .at('02:30')
      .ping()
      .at('19:00')
      .fail();
    expect(scenario.runs().map(({ expectedAt }) => expectedAt)).toEqual([null, time('02:00'), null, null]);
    expect(scenario.status()).toBe('down');
  });

  test.each([
    ['a daily one: 60 s', nightly, '01:59:00', '02:00'],
    ['an hourly interval: 60 s', hourly, '01:59:00', '02:00'],
    ['every 5 minutes: 30 s', rules({ schedule: cron('*/5 * * * *', MINUTE) }), '01:59:30', '02:00'],
    ['an interval of 30 s: 3 s', rules({ schedule: every(30 * SECOND, MINUTE) }), '01:00:27', '01:00:30'],
    ['every second: 100 ms', rules({ schedule: cron('* * * * * *', SECOND) }), '01:00:00.900', '01:00:01'],
  ])('rule 8: tolerance for clocks that run ahead: %s', (_, ofRules, earliest, expected) => {
    const onTime = startScenario(ofRules).at('01:00').ping().at(earliest).ping();
    expect(onTime.lastRun().expectedAt).toBe(time(expected));
    const early = startScenario(ofRules)
      .at('01:00')
      .ping()
      .at(time(earliest) - 1)
      .ping();
    expect(early.lastRun().expectedAt).not.toBe(time(expected));
  });

  test('rule 8: an early report meets its occurrence', () => {
    const scenario = startScenario(nightly).at('01:00').ping().at('01:59:10').ping().at('02:00:10').ping();
    expect(scenario.runs().map(({ expectedAt }) => expectedAt)).toEqual([null, time('02:00'), null]);
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
    expect(scenario.at('04:00').advance().status()).toBe('up');
  });

  test('rule 8: the first report belongs to an occurrence after creation, not to one before', () => {
    expect(startScenario(nightly, { createdAt: '01:00' }).at('02:10').ping().lastRun().expectedAt).toBe(
      time('02:00'),
    );
    expect(startScenario(nightly, { createdAt: '02:05' }).at('02:10').ping().lastRun().expectedAt).toBeNull();
    expect(startScenario(nightly, { createdAt: '02:00' }).at('02:10').ping().lastRun().expectedAt).toBeNull();
  });

  test('rule 8: a closing ping of a known run is not a new report', () => {
    const scenario = startScenario(nightly).at('01:30').start({ rid: 'a' }).at('02:10').end({ rid: 'a' });
    expect(scenario.runs()).toMatchObject([{ expectedAt: null, state: 'succeeded' }]);
    expect(scenario.status()).toBe('late');
  });

  test('rule 8: a report with a long grace period belongs to the latest occurrence, and each occurrence has its own deadline', () => {
    const scenario = startScenario(rules({ schedule: cron('*/5 * * * *', 12 * MINUTE) }))
      .at('01:00')
      .ping();
    scenario.at('01:16').ping();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: time('01:15') });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('01:05'));
    scenario.at('01:17').advance();
    expect(scenario.runs()).toHaveLength(2);
    scenario.at('01:17:00.001').advance();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: time('01:05'), state: 'missed' });
    scenario.at('01:22:00.001').advance();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: time('01:10'), state: 'missed' });
    expect(scenario.monitor().state).toMatchObject({ nextExpectedAt: time('01:20'), failureStreak: 2 });
  });

  test('rule 8: an interval shorter than its grace period expects one occurrence at a time', () => {
    const scenario = startScenario(rules({ schedule: every(10 * MINUTE, HOUR) }))
      .at('01:00')
      .ping()
      .at('01:35')
      .ping();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: time('01:10'), late: false });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('01:45'));
  });

  test('rule 9: a start satisfies its occurrence, and then the limit guards the run', () => {
    const scenario = startScenario(rules({ maxRunMs: 3 * HOUR }))
      .at('01:00')
      .ping()
      .at('02:30')
      .start();
    expect(scenario.at('05:00').advance().status()).toBe('up');
    expect(scenario.at('05:30').advance().lastRun().state).toBe('running');
    expect(scenario.at('05:30:00.001').advance().lastRun().state).toBe('timed_out');
    expect(scenario.transitions().at(-1)).toMatchObject({
      reason: 'timed_out',
      at: time('05:30'),
      runSeq: 2,
      eventNumber: null,
    });
    expect(scenario.at('06:00').end().lastRun()).toMatchObject({
      state: 'succeeded',
      late: true,
      durationMs: 3.5 * HOUR,
    });
    expect(scenario.status()).toBe('up');
  });

  test('rule 9: the default limit equals the grace period, but is at least an hour', () => {
    const ofGrace = (graceMs: number) =>
      startScenario(rules({ schedule: every(DAY, graceMs) }))
        .at('01:00')
        .start()
        .lastRun().limitAt;
    expect(ofGrace(MINUTE)).toBe(time('02:00'));
    expect(ofGrace(2 * HOUR)).toBe(time('03:00'));
  });

  test('rule 9: an end at the limit itself is in time', () => {
    const scenario = startScenario().at('01:00').start().at('02:00').end();
    expect(scenario.lastRun()).toMatchObject({ state: 'succeeded', late: false });
  });

  test('rule 9: every open run has its own limit, which was in force at its start', () => {
    const scenario = startScenario(rules({ maxRunMs: HOUR, alertAfterFailures: 10 }))
      .at('01:00')
      .start({ rid: 'a' })
      .at('01:10')
      .start({ rid: 'b' });
    scenario.at('01:20').edit({ maxRunMs: MINUTE }).start({ rid: 'c' }).at('01:21').advance();
    const states = () => scenario.runs().map(({ state }) => state);
    expect(states()).toEqual(['running', 'running', 'running']);
    expect(scenario.at('01:21:00.001').advance() && states()).toEqual(['running', 'running', 'timed_out']);
    expect(scenario.at('01:30').end({ rid: 'a' }) && states()).toEqual(['succeeded', 'running', 'timed_out']);
    expect(scenario.at('02:10').advance() && states()).toEqual(['succeeded', 'running', 'timed_out']);
    expect(scenario.at('02:10:00.001').advance() && states()).toEqual([
      'succeeded',
      'timed_out',
      'timed_out',
    ]);
    expect(scenario.monitor().state).toMatchObject({ openRunCount: 0, runLimitAt: null, failureStreak: 1 });
  });
});

describe('missed occurrences', () => {
  test('rule 10: an occurrence without a report by the end of its grace period is missed, and a report at the deadline itself is in time', () => {
    const scenario = startScenario().at('01:00').ping().at('03:00').advance();
    expect(scenario.runs()).toHaveLength(1);
    expect(scenario.status()).toBe('late');
    const inTime = startScenario().at('01:00').ping().at('03:00').ping();
    expect(inTime.lastRun()).toMatchObject({ expectedAt: time('02:00'), state: 'succeeded', late: false });
    scenario.at('03:00:00.001').advance();
    expect(scenario.lastRun()).toMatchObject({
      expectedAt: time('02:00'),
      state: 'missed',
      startedAt: null,
      endedAt: null,
      durationMs: null,
      late: false,
    });
    expect(scenario.transitions().at(-1)).toMatchObject({
      from: 'up',
      to: 'down',
      at: time('03:00'),
      reason: 'missed',
      runSeq: 2,
    });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('22 02:00'));
  });

  test('rule 10: an occurrence with a grace period of 0 is missed right after its time', () => {
    const scenario = startScenario(rules({ schedule: cron('0 2 * * *', 0) }))
      .at('01:00')
      .ping()
      .at('02:00')
      .advance();
    expect(scenario.status()).toBe('up');
    expect(scenario.at('02:00:00.001').advance().status()).toBe('down');
  });

  test.each([
    ['ping', 'succeeded', 'up'],
    ['fail', 'failed', 'down'],
    ['start', 'running', 'down'],
  ] as const)(
    'rule 10: a late %s before the next occurrence turns the row to %s, marked late',
    (type, state, status) => {
      const scenario = startScenario().at('01:00').ping().at('03:10')[type]({ rid: 'a' });
      expect(scenario.runs()).toHaveLength(2);
      expect(scenario.lastRun()).toMatchObject({ expectedAt: time('02:00'), runID: 'a', state, late: true });
      expect(scenario.status()).toBe(status);
      expect(scenario.monitor().state).toMatchObject({
        nextExpectedAt: time('22 02:00'),
        failureStreak: status === 'up' ? 0 : 1,
      });
    },
  );

  test('rule 10: an occurrence stays missed after the next occurrence', () => {
    const scenario = startScenario().at('01:00').ping().at('22 02:10').ping();
    expect(scenario.runs()).toMatchObject([
      { expectedAt: null },
      { expectedAt: time('02:00'), state: 'missed' },
      { expectedAt: time('22 02:00'), state: 'succeeded', late: false },
    ]);
  });

  test('rule 10: a healed row is healed once; the next report is an extra run', () => {
    const scenario = startScenario().at('01:00').ping().at('03:10').ping().at('03:20').ping();
    expect(scenario.runs().map(({ expectedAt }) => expectedAt)).toEqual([null, time('02:00'), null]);
  });

  test('rule 10: interval: the next occurrence is expected from the missed one, and a late report restarts the interval', () => {
    const scenario = startScenario(hourly).at('01:00').ping().at('02:30').advance();
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('03:00'));
    scenario.at('02:40').ping();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: time('02:00'), state: 'succeeded', late: true });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('03:40'));
    expect(scenario.at('02:50').ping().lastRun().expectedAt).toBeNull();
  });

  test('rule 10: the verdicts do not depend on the times of the checks', () => {
    const seldom = startScenario(hourly).at('01:00').ping().at('06:15').ping();
    const often = startScenario(hourly).at('01:00').ping();
    for (let at = time('01:00'); at < time('06:15'); at += 7 * MINUTE) often.at(at).advance();
    often.at('06:15').ping();
    expect(seldom.runs()).toEqual(often.runs());
    expect(seldom.monitor()).toEqual(often.monitor());
    expect(seldom.transitions()).toEqual(often.transitions());
  });

  test('rule 11: no run is expected until the first ping', () => {
    const scenario = startScenario().at('30 02:00').advance();
    expect(scenario.status()).toBe('new');
    expect(scenario.runs()).toEqual([]);
    expect(scenario.ping().monitor().state.nextExpectedAt).toBe(time('2026-12-1 02:00'));
  });

  test('rule 11: the first report is never late, because no run was expected', () => {
    const scenario = startScenario(rules({ schedule: cron('0 * * * *', 0) }))
      .at('04:30')
      .ping();
    expect(scenario.lastRun()).toMatchObject({ expectedAt: time('04:00'), late: false });
  });

  test('rule 11: a log is not a report', () => {
    const scenario = startScenario().at('01:00').log().at('05:00').advance();
    expect(scenario.status()).toBe('new');
    expect(scenario.runs()).toEqual([]);
  });

  test('rule 11: no occurrence before the first report is missed', () => {
    const scenario = startScenario(rules({ schedule: cron('0 * * * *', 3 * HOUR) }))
      .at('04:30')
      .ping();
    expect(scenario.lastRun().expectedAt).toBe(time('04:00'));
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('05:00'));
  });
});

describe('giving up', () => {
  const minutely = rules({ schedule: cron('* * * * *', 0) });
  const thousandth = time('01:00') + 1000 * MINUTE;

  test('rule 17: after 1,000 missed runs in a row, no run is expected until the next ping', () => {
    const scenario = startScenario(minutely).at('01:00').ping().at(thousandth).advance();
    expect(scenario.runs()).toHaveLength(1000);
    expect(scenario.monitor().state.nextExpectedAt).not.toBeNull();
    scenario.at(thousandth + 1).advance();
    expect(scenario.runs()).toHaveLength(1001);
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
    scenario.at('30 00:00').advance();
    expect(scenario.runs()).toHaveLength(1001);
    expect(scenario.status()).toBe('down');
    scenario.at('30 00:00:30').ping();
    expect(scenario.lastRun()).toMatchObject({ seq: 1002, expectedAt: time('30 00:00'), state: 'succeeded' });
    expect(scenario.monitor().state).toMatchObject({ nextExpectedAt: time('30 00:01'), missedStreak: 0 });
    expect(scenario.status()).toBe('up');
  });

  test.each([
    ['cron', minutely],
    ['interval', rules({ schedule: every(MINUTE, 0) })],
  ])('rule 17: %s: a late report still turns the last row', (_, ofRules) => {
    const scenario = startScenario(ofRules)
      .at('01:00')
      .ping()
      .at(thousandth + 30 * SECOND)
      .ping();
    expect(scenario.runs()).toHaveLength(1001);
    expect(scenario.lastRun()).toMatchObject({ expectedAt: thousandth, state: 'succeeded', late: true });
  });

  test.each([
    ['cron', minutely],
    ['interval', rules({ schedule: every(MINUTE, 0) })],
  ])('rule 17: %s: the end of a run that was open is a ping, too', (_, ofRules) => {
    const scenario = startScenario({ ...ofRules, maxRunMs: 30 * DAY })
      .at('01:00')
      .start({ rid: 'a' })
      .at('30 00:00:30')
      .end({ rid: 'a' });
    expect(scenario.runs()).toHaveLength(1001);
    expect(scenario.status()).toBe('up');
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('30 00:01'));
    expect(scenario.at('30 00:01:00.001').advance().status()).toBe('down');
  });

  test('rule 17: a new schedule starts the count of missed runs again', () => {
    const scenario = startScenario(minutely)
      .at('01:00')
      .ping()
      .at('30 00:00')
      .edit({ schedule: every(MINUTE, 0) });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('30 00:01'));
    scenario.at('30 01:00').advance();
    expect(scenario.runs()).toHaveLength(1060);
    expect(scenario.monitor().state.nextExpectedAt).not.toBeNull();
  });

  test.each([
    ['cron', minutely],
    ['interval', rules({ schedule: every(MINUTE, 0) })],
  ])('rule 17: %s: the monitor expects runs again even if the clock went back', (_, ofRules) => {
    const scenario = startScenario(ofRules).at('01:00').ping().at('30 00:00').advance().at('05:00:30').ping();
    expect(scenario.runs()).toHaveLength(1001);
    expect(scenario.status()).toBe('up');
  });

  test('rule 17: a monitor that is given up is down, regardless of alertAfterFailures', () => {
    const scenario = startScenario({ ...minutely, maxRunMs: 30 * DAY, alertAfterFailures: 1000 })
      .at('01:00')
      .start({ rid: 'a' });
    scenario.at('10:00:30').end({ rid: 'a' }).at('30 00:00').advance();
    expect(scenario.monitor().state.nextExpectedAt).toBeNull();
    expect(scenario.status()).toBe('down');
  });

  test('rule 17: a run that times out at the same time is judged before the next ping', () => {
    const ofRules = rules({ schedule: cron('* * * * * *', 0), recoverAfterSuccesses: 2 });
    const scenario = startScenario(ofRules).at('01:00').start({ rid: 'a' }).at('04:00').ping({ rid: 'b' });
    expect(scenario.runs().find(({ runID }) => runID === 'a')?.state).toBe('timed_out');
    expect(scenario.monitor().state).toMatchObject({ openRunCount: 0, successStreak: 1, failureStreak: 0 });
  });
});
