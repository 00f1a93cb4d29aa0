import { describe, expect, test } from 'vitest';
import { cron, every, HOUR, MINUTE, rules, SECOND, startScenario, time } from '../test/scenario.ts';

const states = (scenario: ReturnType<typeof startScenario>) => scenario.runs().map(({ state }) => state);

describe('blind windows', () => {
  test('an occurrence that became due in a blind window is unknown, and does not count as a failure', () => {
    const scenario = startScenario().at('01:00').ping().at('04:00').blindSince('01:30');
    expect(scenario.runOf('02:00')).toMatchObject({ state: 'unknown', blindWindowID: 1, countedAs: null });
    expect(scenario.status()).toBe('up');
    expect(scenario.path()).toBe('new>up');
    expect(scenario.monitor().state).toMatchObject({ nextExpectedAt: time('22 02:00'), failureStreak: 0 });
  });

  test.each([
    ['at its time, to the millisecond', '02:00', '02:00', 'unknown'],
    ['around its time', '01:59', '02:01', 'unknown'],
    ['at its deadline, to the millisecond', '03:00', '03:00', 'unknown'],
    ['around its deadline', '02:59', '03:01', 'unknown'],
    ['before it', '01:58', '01:59:59.999', 'missed'],
    ['after its deadline', '03:00:00.001', '03:30', 'missed'],
  ] as const)('a window %s', (_, from, to, state) => {
    const scenario = startScenario().at('01:00').ping().at(to).blindSince(from).at('03:40').advance();
    expect(scenario.runOf('02:00')?.state).toBe(state);
  });

  test('a run within its grace period becomes unknown immediately, so that the team is notified of all runs together', () => {
    const scenario = startScenario().at('01:00').ping().at('02:10').blindSince('01:30');
    expect(scenario.runOf('02:00')?.state).toBe('unknown');
    expect(scenario.status()).toBe('up');
  });

  test.each([
    ['in its grace', '02:20', false],
    ['after it', '03:20', true],
  ])('a report %s still takes the row over', (_, at, late) => {
    const scenario = startScenario()
      .at('01:00')
      .ping()
      .at('02:10')
      .blindSince('01:30')
      .at(at)
      .fail({ rid: 'a' });
    expect(scenario.runs()).toHaveLength(2);
    expect(scenario.runOf('02:00')).toMatchObject({ runID: 'a', state: 'failed', late, blindWindowID: 1 });
    expect(scenario.status()).toBe('down');
  });

  test('every occurrence inside has an unknown run, and occurrences outside are judged as usual', () => {
    const scenario = startScenario(rules({ schedule: cron('0 * * * *', 10 * MINUTE) }))
      .at('01:30')
      .ping()
      .at('05:30')
      .blindSince('02:30');
    expect(states(scenario)).toEqual(['succeeded', 'missed', 'unknown', 'unknown', 'unknown']);
    expect(scenario.monitor().state).toMatchObject({ nextExpectedAt: time('06:00'), failureStreak: 1 });
  });

  test('an interval continues from the end of the window', () => {
    const scenario = startScenario(rules({ schedule: every(HOUR, 10 * MINUTE) }))
      .at('01:30')
      .ping()
      .at('05:00')
      .blindSince('02:00');
    expect(states(scenario)).toEqual(['succeeded', 'unknown', 'unknown', 'unknown']);
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('06:00'));
  });

  describe('outages within the grace period', () => {
    test.each([
      ['of exactly a tenth of it', '02:30', '02:36', 'unknown'],
      ['that is a millisecond shorter', '02:30', '02:35:59.999', 'missed'],
      ['of most of it', '02:00:01', '02:57', 'unknown'],
      ['that ends a millisecond before the deadline', '02:10', '02:59:59.999', 'unknown'],
    ] as const)('a window within the grace period %s', (_, from, to, state) => {
      const scenario = startScenario()
        .at('01:00')
        .ping()
        .at(to)
        .blindSince(from)
        .at('03:00:00.001')
        .advance();
      expect(scenario.runOf('02:00')?.state).toBe(state);
      expect(scenario.path()).toBe(state === 'missed' ? 'new>up up>down' : 'new>up');
    });

    test('several windows count together, and the one that completes the tenth is named', () => {
      const scenario = startScenario().at('01:00').ping();
      scenario.at('02:14').blindSince('02:10').at('02:24').blindSince('02:22');
      expect(scenario.runOf('02:00')).toMatchObject({ state: 'unknown', blindWindowID: 2 });
      scenario.at('02:50').blindSince('02:30').at('03:10').advance();
      expect(scenario.runOf('02:00')).toMatchObject({ state: 'unknown', blindWindowID: 2 });
    });

    test('windows that overlap because the clock was set back count once', () => {
      const scenario = startScenario().at('01:00').ping();
      scenario.at('02:14').blindSince('02:10').at('02:15').blindSince('02:11').at('03:10').advance();
      expect(scenario.runOf('02:00')?.state).toBe('missed');
    });

    test('time before the occurrence and after the deadline does not count', () => {
      const scenario = startScenario().at('01:00').ping();
      scenario.at('01:59:59').blindSince('01:10').at('03:30').blindSince('03:00:00.001').advance();
      expect(scenario.runOf('02:00')?.state).toBe('missed');
    });

    test('only a window over the occurrence hides an occurrence with a grace period of 0', () => {
      const ofRules = rules({ schedule: every(HOUR, 0) });
      const scenario = startScenario(ofRules)
        .at('01:00')
        .ping()
        .at('01:59:59.999')
        .blindSince('01:50')
        .at('02:01')
        .advance();
      expect(scenario.runOf('02:00')?.state).toBe('missed');
    });

    test('the occurrence is unknown as soon as the window is over, and a report takes its row over', () => {
      const scenario = startScenario().at('01:00').ping().at('02:50').blindSince('02:10');
      expect(scenario.runOf('02:00')).toMatchObject({ state: 'unknown', blindWindowID: 1 });
      expect(scenario.status()).toBe('up');
      scenario.at('02:55').ping();
      expect(scenario.runOf('02:00')).toMatchObject({ state: 'succeeded', late: false });
      expect(scenario.path()).toBe('new>up');
    });

    test.each([
      [
        'applied before the deadline',
        (scenario: ReturnType<typeof startScenario>) => scenario.at('02:59').blindSince('02:10'),
      ],
      [
        'applied right after the deadline',
        (scenario: ReturnType<typeof startScenario>) => scenario.at('02:59').blindSilentlySince('02:10'),
      ],
    ])('the result is the same for a window %s', (_, open) => {
      const scenario = open(startScenario().at('01:00').ping());
      scenario.at('03:00:00.001').advance();
      expect(scenario.runOf('02:00')).toMatchObject({ state: 'unknown', blindWindowID: 1, countedAs: null });
      expect(scenario.monitor().state).toMatchObject({ nextExpectedAt: time('22 02:00'), missedStreak: 0 });
    });

    test('each occurrence with a long grace period is judged by its own time', () => {
      const scenario = startScenario(rules({ schedule: cron('*/5 * * * *', HOUR) }));
      scenario.at('01:01').ping().at('01:59').blindSince('01:55').at('02:03').blindSince('02:00:30');
      // The occurrences from 01:05 to 01:55 were blind for 6.5 minutes of their hour, more than a tenth. The occurrence at 02:00
      // was blind for 2.5 minutes.
      expect(scenario.runOf('01:55')).toMatchObject({ state: 'unknown', blindWindowID: 1 });
      expect(scenario.runOf('01:05')).toMatchObject({ state: 'unknown', blindWindowID: 2 });
      expect(scenario.runOf('01:50')).toMatchObject({ state: 'unknown', blindWindowID: 2 });
      expect(scenario.monitor().state.nextExpectedAt).toBe(time('02:00'));
    });

    test('occurrences hidden for less than a tenth of their grace period keep their deadlines', () => {
      const scenario = startScenario(rules({ schedule: cron('*/5 * * * *', 2 * HOUR) }));
      scenario.at('01:01').ping().at('01:17').blindSince('01:07');
      expect(scenario.runs().map(({ state, expectedAt }) => [state, expectedAt])).toEqual([
        ['succeeded', time('01:00')],
        ['unknown', time('01:10')],
        ['unknown', time('01:15')],
      ]);
      expect(scenario.monitor().state.nextExpectedAt).toBe(time('01:05'));
      scenario.at('03:05:00.001').advance();
      expect(scenario.runOf('01:05')?.state).toBe('missed');
      expect(scenario.monitor().state.nextExpectedAt).toBe(time('01:20'));
    });

    test('a window that hides thousands of occurrences leaves at most 1,000 rows per round', () => {
      const scenario = startScenario(rules({ schedule: cron('* * * * * *', HOUR) }))
        .at('01:00')
        .ping();
      scenario.at('02:00').blindSince('01:50');
      expect(scenario.runs().filter(({ state }) => state === 'unknown')).toHaveLength(1000);
      expect(scenario.status()).toBe('late');
    });
  });

  test('a run that was open in the window and then times out is unknown too', () => {
    const scenario = startScenario(rules({ maxRunMs: HOUR }))
      .at('00:30')
      .start()
      .at('00:50')
      .blindSince('00:40')
      .at('01:31')
      .advance();
    expect(scenario.lastRun()).toMatchObject({ state: 'unknown', blindWindowID: 1 });
    expect(scenario.monitor().state).toMatchObject({ openRunCount: 0, failureStreak: 0 });
    expect(scenario.at('01:40').end().lastRun()).toMatchObject({
      state: 'succeeded',
      late: true,
      durationMs: 70 * MINUTE,
    });
  });

  test.each([
    ['that began after the window', '00:51'],
    ['whose limit was over before it', '23:30'],
  ])('a run %s is stuck', (_, startedAt) => {
    const from = startedAt === '23:30' ? time('20 23:30') : time(startedAt);
    const scenario = startScenario(rules({ maxRunMs: HOUR }), { createdAt: '20 00:00' });
    if (from < time('00:40')) scenario.at(from).start();
    scenario.at('00:50').blindSince('00:40');
    if (from > time('00:40')) scenario.at(from).start();
    expect(scenario.at('03:00').advance().runs()[0]?.state).toBe('timed_out');
  });

  test.each([
    ['ends at its start', '00:30', '00:40', 'unknown'],
    ['begins at its limit', '01:40', '01:50', 'unknown'],
    ['ends right before its start', '00:30', '00:39:59.999', 'timed_out'],
    ['begins right after its limit', '01:40:00.001', '01:50', 'timed_out'],
  ] as const)('a run is hidden by a window that touches it: one that %s', (_, from, to, state) => {
    const scenario = startScenario(rules({ maxRunMs: HOUR }));
    if (time(to) <= time('00:40')) scenario.at(to).blindSince(from);
    scenario.at('00:40').start();
    if (time(to) > time('00:40')) scenario.at(to).blindSince(from);
    expect(scenario.at('01:55').advance().lastRun().state).toBe(state);
  });

  test('an interval keeps an expected occurrence that is older', () => {
    const scenario = startScenario(rules({ schedule: every(10 * MINUTE, 10 * HOUR) }));
    scenario.at('01:00').ping().at('01:40').blindSince('01:15');
    expect(scenario.runs()).toHaveLength(1);
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('01:10'));
  });

  test('a monitor that expects no run gets no unknown run', () => {
    expect(startScenario().at('04:00').blindSince('01:00').runs()).toEqual([]);
    expect(startScenario().at('01:00').ping().pause().at('04:00').blindSince('01:30').runs()).toHaveLength(1);
  });

  test('a repeated window changes nothing', () => {
    const scenario = startScenario().at('01:00').ping().at('04:00').blindSince('01:30');
    const before = [scenario.runs(), scenario.monitor()];
    scenario.blindSince('01:30');
    expect([scenario.runs(), scenario.monitor()]).toEqual(before);
  });

  test.each([
    ['cron', rules({ schedule: cron('*/5 * * * *', MINUTE) })],
    ['interval', rules({ schedule: every(5 * MINUTE, MINUTE) })],
  ])('%s: a check or a ping before the window is applied has the same result', (_, ofRules) => {
    const begin = () => startScenario(ofRules).at('01:00').ping().at('04:02');
    const scenario = begin().blindSince('01:02').ping();
    const looked = begin().blindSilentlySince('01:02').advance().blindSince('01:02').ping();
    const pinged = begin().blindSilentlySince('01:02').ping();
    expect(looked.runs()).toEqual(scenario.runs());
    expect(pinged.runs()).toEqual(scenario.runs());
    expect(pinged.monitor()).toEqual(scenario.monitor());
    expect(scenario.path()).toBe('new>up');
  });

  test.each([
    ['cron', rules({ schedule: cron('* * * * * *', 0) })],
    ['interval', rules({ schedule: every(10 * SECOND, 0) })],
  ])(
    '%s: a long window leaves at most 1,000 rows and then continues after its end, in any order of events',
    (_, ofRules) => {
      const begin = () => startScenario(ofRules).at('01:00').ping().at('19:00:05.500');
      for (const scenario of [
        begin().blindSince('01:00:00.500'),
        begin().blindSilentlySince('01:00:00.500').advance(),
      ]) {
        expect(scenario.runs()).toHaveLength(1001);
        expect(scenario.status()).toBe('up');
        expect(scenario.monitor().state.nextExpectedAt).toBeGreaterThan(scenario.now());
        expect(scenario.monitor().state.nextExpectedAt).toBeLessThanOrEqual(scenario.now() + 10 * SECOND);
      }
      const scenario = begin().blindSilentlySince('01:00:00.500').ping();
      expect(scenario.lastRun()).toMatchObject({ state: 'succeeded', late: true });
      expect(scenario.status()).toBe('up');
    },
  );

  test('unknown occurrences do not count towards the 1 000 missed in a row', () => {
    const scenario = startScenario(rules({ schedule: every(MINUTE, 0) }))
      .at('01:00')
      .ping()
      .at('12:00')
      .blindSince('01:00:30');
    expect(scenario.monitor().state).toMatchObject({ missedStreak: 0 });
  });
});

describe('a quick restart', () => {
  const restarted = () => startScenario().at('01:00').ping().at('03:00:01').restartedSince('02:59:58');

  test('a deadline during the gap waits for 5 seconds, so that a retry of the job counts', () => {
    const scenario = restarted().at('03:00:06').advance().ping();
    expect(states(scenario)).toEqual(['succeeded', 'succeeded']);
    expect(scenario.runOf('02:00')).toMatchObject({ late: true });
    expect(scenario.path()).toBe('new>up');
  });

  test.each([
    ['somebody looks', (scenario: ReturnType<typeof startScenario>) => scenario.advance()],
    ['the next ping comes', (scenario: ReturnType<typeof startScenario>) => scenario.ping()],
  ])('the run is missed, with its original time, after the 5 seconds, when %s', (_, act) => {
    const scenario = act(restarted().at('03:00:06.001'));
    expect(scenario.transitions()[1]).toMatchObject({ to: 'down', at: time('03:00:06') });
  });

  test.each([
    ['a millisecond before the gap', '02:59:57.999', '02:59:57.999'],
    ['at the start of the gap', '02:59:58', '03:00:06'],
    ['right after the gap', '03:00:01.001', '03:00:06'],
    ['shortly before the 5 seconds are over', '03:00:05.999', '03:00:06'],
    ['when the 5 seconds are over', '03:00:06', '03:00:06'],
    ['later', '03:00:06.001', '03:00:06.001'],
  ])('a deadline %s is judged at its time or after the 5 seconds', (_, deadline, judgedAt) => {
    const graceMs = time(deadline) - time('02:00');
    const scenario = startScenario(rules({ schedule: every(HOUR, graceMs) }))
      .at('01:00')
      .ping();
    scenario.at('03:00:01').restartedSince('02:59:58');
    scenario.at(time(judgedAt)).advance();
    expect(scenario.runOf('02:00')?.state).toBe(time(judgedAt) < scenario.now() ? 'missed' : undefined);
    scenario.at(Math.max(time(judgedAt), time('03:00:01')) + 1).advance();
    expect(scenario.transitions()[1]).toMatchObject({ to: 'down', at: time(judgedAt) });
  });

  test('a restart right before the deadline takes nothing from the 5 seconds of the job', () => {
    const scenario = startScenario(rules({ schedule: every(10 * SECOND, 5 * SECOND) }));
    scenario.at('02:00:05').ping().at('02:00:19.800').restartedSince('02:00:15');
    scenario.at('02:00:20.600').ping();
    expect(scenario.path()).toBe('new>up');
  });

  describe.each([
    ['interval', every(10 * SECOND, 2 * SECOND), '02:00:05'],
    ['cron', cron('15 0 2 * * *', 2 * SECOND), '01:00'],
    [
      'OnCalendar',
      { type: 'oncalendar', onCalendar: '02:00:15', timezone: 'UTC', graceMs: 2 * SECOND },
      '01:00',
    ],
  ] as const)('%s', (_, schedule, pingedAt) => {
    const occurrence = '02:00:15';
    const begin = () =>
      startScenario(rules({ schedule })).at(pingedAt).ping().at('02:00:18').restartedSince('02:00:14.500');

    test.each([
      ['covers the time after the 5 seconds', '02:00:22', '02:00:29', 'unknown'],
      ['starts at the time after the 5 seconds', '02:00:23', '02:00:29', 'unknown'],
      ['starts a millisecond later', '02:00:23.001', '02:00:29', 'missed'],
    ] as const)('a blind window that %s: the run is %s', (_case, from, to, state) => {
      for (const scenario of [
        begin().at(to).blindSilentlySince(from).advance(),
        begin().at(to).blindSince(from),
        begin().advance().at(to).blindSince(from),
      ]) {
        expect(scenario.at('02:00:29.001').advance().runOf(occurrence)?.state).toBe(state);
        expect(scenario.path()).toBe(state === 'missed' ? 'new>up up>down' : 'new>up');
      }
    });

    test('in a crash loop, the run is missed 5 seconds after the last restart', () => {
      const scenario = begin().at('02:00:20').restartedSince('02:00:19.500');
      scenario.at('02:00:25').restartedSince('02:00:24.700').at('02:00:30').advance();
      expect(scenario.path()).toBe('new>up');
      scenario.at('02:00:30.001').advance();
      expect(scenario.transitions()[1]).toMatchObject({ to: 'down', at: time('02:00:30') });
    });

    test.each([
      ['a change of the name', {}],
      ['a longer grace', { schedule: { ...schedule, graceMs: 3 * SECOND } }],
      ['a shorter grace', { schedule: { ...schedule, graceMs: SECOND } }],
      ['another number of failures', { recoverAfterSuccesses: 2 }],
    ])('%s within the 5 seconds changes nothing about the pending verdict', (_case, change) => {
      const scenario = begin().at('02:00:20').edit(change).at('02:00:23').advance();
      expect(scenario.path()).toBe('new>up');
      scenario.at('02:00:23.001').advance();
      expect(scenario.transitions()[1]).toMatchObject({ to: 'down', at: time('02:00:23') });
      expect(scenario.runOf(occurrence)?.state).toBe('missed');
    });

    test('another schedule, or a pause, leaves an unknown run instead of a pending verdict', () => {
      const edited = begin()
        .at('02:00:20')
        .edit({ schedule: every(HOUR, 0) });
      const paused = begin().at('02:00:20').pause();
      for (const scenario of [edited, paused])
        expect(scenario.at('02:00:40').advance().runOf(occurrence)).toMatchObject({
          state: 'unknown',
          countedAs: null,
        });
      expect(edited.path()).toBe('new>up');
    });
  });

  test('a blind window over the time after the 5 seconds hides the limit of a run', () => {
    const scenario = startScenario(rules({ maxRunMs: 10 * SECOND }))
      .at('02:00:05')
      .start();
    scenario.at('02:00:18').restartedSince('02:00:14.500').at('02:00:29').blindSince('02:00:22').advance();
    expect(scenario.lastRun()).toMatchObject({ state: 'unknown' });
    expect(scenario.path()).toBe('new>up');
  });

  test('another restart before the 5 seconds are over counts from its own end', () => {
    const scenario = restarted().at('03:00:07').restartedSince('03:00:05').at('03:00:12').advance();
    expect(states(scenario)).toEqual(['succeeded']);
    scenario.at('03:00:12.001').advance();
    expect(states(scenario)).toEqual(['succeeded', 'missed']);
  });

  test('the time limit of a run waits as well, and no occurrence is hidden', () => {
    const scenario = startScenario(rules({ maxRunMs: HOUR }))
      .at('00:30')
      .start({ rid: 'a' });
    scenario.at('01:30:01').restartedSince('01:29:59').at('01:30:05').end({ rid: 'a' });
    expect(scenario.lastRun()).toMatchObject({ state: 'succeeded' });
    expect(scenario.path()).toBe('new>up');
    const stuck = startScenario(rules({ maxRunMs: HOUR }))
      .at('00:30')
      .start();
    stuck.at('01:30:01').restartedSince('01:29:59').at('01:31').advance();
    expect(stuck.lastRun()).toMatchObject({ state: 'timed_out' });
  });
});

describe('a stall', () => {
  const begin = () =>
    startScenario(rules({ schedule: every(10 * SECOND, 2 * SECOND) }))
      .at('02:00:05')
      .ping();

  test('a ping that the system queued over the deadline counts', () => {
    const scenario = begin().at('02:00:18.500').stalledSince('02:00:14.500').ping();
    expect(scenario.runOf('02:00:15')).toMatchObject({ state: 'succeeded', late: true });
    expect(scenario.path()).toBe('new>up');
  });

  test('without a ping, the run is missed a second after the stall, and not unknown', () => {
    const scenario = begin().at('02:00:40').stalledSince('02:00:14.500').at('02:00:41').advance();
    expect(scenario.path()).toBe('new>up');
    scenario.at('02:00:41.001').advance();
    expect(scenario.runOf('02:00:15')?.state).toBe('missed');
    expect(scenario.transitions()[1]).toMatchObject({ to: 'down', at: time('02:00:41') });
  });

  test('queued pings belong to the awaited occurrences without a report, in their order', () => {
    const scenario = startScenario(rules({ schedule: cron('*/10 * * * * *', 40 * SECOND) }))
      .at('02:00:05')
      .ping()
      .at('02:00:21')
      .ping({ rid: 'of 20' })
      .at('02:00:31')
      .ping({ rid: 'of 30' })
      .at('02:00:49.500')
      .stalledSince('02:00:32');
    for (const rid of ['first', 'second', 'third']) scenario.ping({ rid });
    const runIDs = [10, 20, 30, 40, 50].map((second) => scenario.runOf(`02:00:${second}`)?.runID);
    expect(runIDs).toEqual(['first', 'of 20', 'of 30', 'second', 'third']);
  });

  test('stalls without end postpone a verdict by at most 31 seconds', () => {
    const scenario = begin();
    for (let second = 20; second < 58; second += 6.5)
      scenario.at(time('02:00:00') + (second + 6) * SECOND).stalledSince(`02:00:${second.toFixed(3)}`);
    scenario.at('02:00:49').advance();
    // The first occurrence was due before the stalls.
    expect(scenario.runOf('02:00:15')?.state).toBe('missed');
    expect(scenario.at('02:00:58').advance().runOf('02:00:25')).toBeUndefined();
    expect(scenario.at('02:00:58.001').advance().runOf('02:00:25')?.state).toBe('missed');
  });
});

describe('an interval after a run without a report', () => {
  const begin = () =>
    startScenario(rules({ schedule: every(10 * SECOND, 2 * SECOND) }))
      .at('02:00:05')
      .ping();

  test('the next occurrence counts from the end of the blind window, because the job may have run until then', () => {
    const scenario = begin().at('02:00:20.800').blindSince('02:00:15');
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('02:00:30.800'));
    scenario.at('02:00:28').advance().ping();
    expect(scenario.path()).toBe('new>up');
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('02:00:38'));
  });

  test('a missing report is noticed at the deadline that counts from the window', () => {
    const scenario = begin().at('02:00:20.800').blindSince('02:00:15').at('02:00:32.800').advance();
    expect(scenario.path()).toBe('new>up');
    expect(scenario.at('02:00:32.801').advance().path()).toBe('new>up up>down');
  });

  test.each([
    ['applied immediately', true],
    ['applied by the next verdict', false],
  ])('a later window before the next report counts as well: %s', (_, isTold) => {
    const scenario = begin().at('02:00:20.800').blindSince('02:00:15').at('02:00:29');
    if (isTold) scenario.blindSince('02:00:22');
    else scenario.blindSilentlySince('02:00:22');
    expect(scenario.at('02:00:41').advance().path()).toBe('new>up');
    expect(scenario.at('02:00:41.001').advance().path()).toBe('new>up up>down');
  });

  test.each([
    ['applied immediately', true],
    ['applied by the next verdict', false],
  ])('windows count in their order, whenever the monitor is judged: %s', (_, isTold) => {
    const scenario = begin().at('02:00:20.800').blindSince('02:00:15').at('02:00:28');
    if (isTold) scenario.blindSince('02:00:22');
    else scenario.blindSilentlySince('02:00:22');
    scenario.at('02:00:45').blindSince('02:00:29');
    // The window until 28 moves the next occurrence to 38, before the last window hides it.
    expect(scenario.runs().map(({ expectedAt }) => expectedAt)).toEqual([
      null,
      time('02:00:15'),
      time('02:00:38'),
    ]);
  });

  test('a reported run restores the usual interval, and later windows move nothing', () => {
    const scenario = begin().at('02:00:20.800').blindSince('02:00:15').at('02:00:28').ping();
    scenario.at('02:00:36').blindSince('02:00:30');
    expect(scenario.at('02:00:40.001').advance().path()).toBe('new>up up>down');
  });

  test('a run that is reported at the end of the window restores the usual interval as well', () => {
    const scenario = begin().at('02:00:20.800').blindSince('02:00:15').ping();
    scenario.at('02:00:24.999').blindSince('02:00:21');
    expect(scenario.at('02:00:32.801').advance().path()).toBe('new>up up>down');
  });
});

describe('an interval after a report that waited in the queue of the system', () => {
  const begin = (at: string) =>
    startScenario(rules({ schedule: every(10 * SECOND, 3 * SECOND) }))
      .at(at)
      .ping();

  test('a later blind window hides the next run, which was due before its expected time', () => {
    const scenario = begin('02:00:41').at('02:01:02.150').blindSince('02:00:42.150').ping().ping();
    scenario.at('02:01:11.750').blindSince('02:01:02.150').at('02:01:15.151').advance();
    expect(scenario.runOf('02:01:12.150')).toMatchObject({ state: 'unknown', blindWindowID: 2 });
    expect(scenario.at('02:01:15.750').ping().path()).toBe('new>up');
    expect(scenario.runOf('02:01:12.150')).toMatchObject({ state: 'succeeded', late: true });
  });

  test('without a later blind window, the next run is missed', () => {
    const scenario = begin('02:00:41')
      .at('02:01:02.150')
      .blindSince('02:00:42.150')
      .at('02:01:02.140')
      .ping();
    expect(scenario.at('02:01:15.141').advance().path()).toBe('new>up up>down');
  });

  test('after an unknown run, a silent job is noticed', () => {
    const scenario = begin('02:00:41').at('02:01:02.150').blindSince('02:00:42.150').ping();
    scenario.at('02:01:11.750').blindSince('02:01:02.150');
    expect(scenario.at('02:01:25.150').advance().path()).toBe('new>up');
    expect(scenario.at('02:01:25.151').advance().path()).toBe('new>up up>down');
  });

  test.each([
    ['stalledSince', 'until the earliest time of the next run', '02:01:08', 'unknown'],
    ['stalledSince', 'before this time', '02:01:07.999', 'missed'],
    ['restartedSince', 'after a quick restart, which queues no pings,', '02:01:08', 'missed'],
  ] as const)('%s: a window %s', (gapSince, _, to, state) => {
    const scenario = begin('02:00:50').at('02:01:02')[gapSince]('02:00:58').ping();
    scenario.at(to).blindSince('02:01:02.500').at('02:01:15.001').advance();
    expect(scenario.runOf('02:01:12')?.state).toBe(state);
  });
});
