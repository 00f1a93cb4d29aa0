import { describe, expect, test } from 'vitest';
import { every, HOUR, MINUTE, rules, SECOND, startScenario, time } from '../../test/scenario.ts';

describe('starts', () => {
  test('rule 1: a start opens a run with its rid', () => {
    const scenario = startScenario().at('02:00').start({ rid: 'a' });
    expect(scenario.runs()).toMatchObject([
      {
        seq: 1,
        runID: 'a',
        state: 'running',
        startedAt: time('02:00'),
        endedAt: null,
        startEvent: 1,
        limitAt: time('03:00'),
      },
    ]);
    expect(scenario.monitor().state).toMatchObject({ openRunCount: 1, runLimitAt: time('03:00') });
    expect(scenario.lastEvent()).toMatchObject({
      number: 1,
      type: 'start',
      runID: 'a',
      durationMs: null,
      warnings: [],
    });
  });

  test('rule 1: a start with no rid gets an ID, which works as a rid', () => {
    const scenario = startScenario().at('02:00').start();
    const { runID } = scenario.lastEvent();
    expect(runID).not.toBe('');
    scenario.at('02:05').ping({ rid: 'b' }).at('02:10').end({ rid: runID });
    expect(scenario.runs()).toHaveLength(2);
    expect(scenario.runs()[0]).toMatchObject({ runID, state: 'succeeded', durationMs: 10 * MINUTE });
  });

  test('rule 1: a second start with the rid of an open run is only an event', () => {
    const scenario = startScenario().at('02:00').start({ rid: 'a' });
    const before = scenario.runs();
    scenario.at('02:10').start({ rid: 'a' });
    expect(scenario.runs()).toEqual(before);
    expect(scenario.lastEvent()).toMatchObject({ number: 2, type: 'start', runID: 'a', warnings: [] });
    expect(scenario.monitor().state.openRunCount).toBe(1);
    expect(scenario.at('02:20').end({ rid: 'a' }).lastEvent().durationMs).toBe(20 * MINUTE);
  });

  test('rule 1: starts with different rids overlap', () => {
    const scenario = startScenario().at('02:00').start({ rid: 'a' }).at('02:01').start({ rid: 'b' });
    expect(scenario.monitor().state.openRunCount).toBe(2);
    scenario.at('02:10').end({ rid: 'a' }).at('02:30').fail({ rid: 'b' });
    expect(scenario.runs()).toMatchObject([
      { runID: 'a', state: 'succeeded', durationMs: 10 * MINUTE },
      { runID: 'b', state: 'failed', durationMs: 29 * MINUTE },
    ]);
    expect(scenario.monitor().state).toMatchObject({ openRunCount: 0, runLimitAt: null });
  });

  test('rule 1: a start with the ID of a missed row opens that row', () => {
    const scenario = startScenario().at('01:00').ping().at('03:30').advance();
    const missed = scenario.lastRun();
    scenario.at('03:40').start({ rid: missed.runID });
    expect(scenario.runs()).toHaveLength(2);
    expect(scenario.lastRun()).toMatchObject({
      seq: missed.seq,
      state: 'running',
      startedAt: time('03:40'),
      late: true,
    });
    expect(scenario.at('03:50').end().lastRun()).toMatchObject({
      state: 'succeeded',
      durationMs: 10 * MINUTE,
    });
  });
});

describe('closings', () => {
  test.each(['end', 'ping'] as const)('rule 2: %s with a rid closes the run of that ID', (type) => {
    const scenario = startScenario()
      .at('02:00')
      .start({ rid: 'a' })
      .start({ rid: 'b' })
      .at('02:10')
      [type]({ rid: 'a' });
    expect(scenario.runs()).toMatchObject([
      { runID: 'a', state: 'succeeded', endedAt: time('02:10'), startEvent: 1, endEvent: 3 },
      { runID: 'b', state: 'running' },
    ]);
    expect(scenario.lastEvent()).toMatchObject({ number: 3, type, runID: 'a', durationMs: 10 * MINUTE });
  });

  test('rule 2: a closing ping with an unknown rid creates a run without a known start', () => {
    const scenario = startScenario().at('02:10').fail({ rid: 'a' });
    expect(scenario.runs()).toMatchObject([
      {
        runID: 'a',
        state: 'failed',
        startedAt: null,
        endedAt: time('02:10'),
        durationMs: null,
        startEvent: null,
        endEvent: 1,
      },
    ]);
  });

  test('rule 2: a closing ping with a rid does not affect a run with another ID', () => {
    const scenario = startScenario().at('02:00').start().at('02:10').end({ rid: 'a' });
    expect(scenario.runs()).toMatchObject([
      { state: 'running' },
      { runID: 'a', state: 'succeeded', startedAt: null },
    ]);
  });

  test('rule 2: a closing ping with the ID of a missed row reports that occurrence', () => {
    const scenario = startScenario(rules({ schedule: every(HOUR, MINUTE) }))
      .at('01:00')
      .ping()
      .at('02:30')
      .advance();
    const missed = scenario.lastRun();
    scenario.end({ rid: missed.runID });
    expect(scenario.runs()).toHaveLength(2);
    expect(scenario.lastRun()).toMatchObject({ state: 'succeeded', late: true, endedAt: time('02:30') });
    expect(scenario.monitor().state.nextExpectedAt).toBe(time('03:30'));
  });

  test.each(['end', 'ping', 'fail'] as const)(
    'rule 3: %s with no rid closes the run that the last event started',
    (type) => {
      const scenario = startScenario().at('02:00').start({ rid: 'a' }).at('02:10')[type]();
      expect(scenario.runs()).toMatchObject([
        { runID: 'a', startedAt: time('02:00'), endedAt: time('02:10'), durationMs: 10 * MINUTE },
      ]);
    },
  );

  test('rule 3: a log between start and end does not separate them', () => {
    const scenario = startScenario().at('02:00').start({ rid: 'a' }).at('02:05').log().at('02:10').end();
    expect(scenario.runs()).toMatchObject([{ runID: 'a', state: 'succeeded' }]);
    expect(scenario.events().map(({ runID }) => runID)).toEqual(['a', 'a', 'a']);
  });

  test('rule 3: an end after any other event creates a separate run', () => {
    const scenario = startScenario()
      .at('02:00')
      .start({ rid: 'a' })
      .at('02:05')
      .ping({ rid: 'b' })
      .at('02:10')
      .end();
    expect(scenario.runs()).toMatchObject([
      { runID: 'a', state: 'running' },
      { runID: 'b', state: 'succeeded' },
      { state: 'succeeded', startedAt: null, durationMs: null },
    ]);
  });

  test('rule 3: overlapping runs without a rid get wrong durations, as documented', () => {
    const scenario = startScenario()
      .at('02:00')
      .start()
      .at('02:05')
      .start()
      .at('02:10')
      .end()
      .at('02:20')
      .end();
    expect(scenario.runs()).toMatchObject([
      { state: 'running' },
      { state: 'succeeded', durationMs: 5 * MINUTE },
      { state: 'succeeded', durationMs: null },
    ]);
  });

  test('rule 3: a retried start of an open run is the last event too', () => {
    const scenario = startScenario()
      .at('02:00')
      .start({ rid: 'a' })
      .start({ rid: 'b' })
      .start({ rid: 'a' })
      .at('02:10')
      .end();
    expect(scenario.runs()).toMatchObject([
      { runID: 'a', state: 'succeeded' },
      { runID: 'b', state: 'running' },
    ]);
  });

  test('rule 3: a start that arrives after its run was closed opens no run', () => {
    const scenario = startScenario().at('02:00').end({ rid: 'a' }).start({ rid: 'a' }).at('02:10').end();
    expect(scenario.runs()).toMatchObject([{ runID: 'a', endedAt: time('02:00') }, { startedAt: null }]);
  });

  test('rule 3: a timed-out run that the last event started is closed too', () => {
    const scenario = startScenario(rules({ maxRunMs: MINUTE }))
      .at('02:00')
      .start()
      .at('02:10')
      .end();
    expect(scenario.runs()).toMatchObject([{ state: 'succeeded', late: true, durationMs: 10 * MINUTE }]);
  });
});

describe('durations', () => {
  test('rule 4: the duration that the job reports wins over the arrival times', () => {
    const scenario = startScenario().at('02:00').start().at('02:10').end({ durationMs: 42 });
    expect(scenario.lastRun().durationMs).toBe(42);
    expect(scenario.lastEvent().durationMs).toBe(42);
  });

  test('rule 4: the duration of a run without a start comes only from the job', () => {
    expect(startScenario().ping({ durationMs: 42 }).lastEvent().durationMs).toBe(42);
    expect(startScenario().ping({ durationMs: 0 }).lastEvent().durationMs).toBe(0);
    expect(startScenario().ping().lastEvent().durationMs).toBeNull();
    expect(startScenario().ping().lastRun().durationMs).toBeNull();
  });

  test('rule 4: a start has no duration, even if it reports one', () => {
    const scenario = startScenario().start({ durationMs: 42 });
    expect(scenario.lastEvent().durationMs).toBeNull();
    expect(scenario.lastRun().durationMs).toBeNull();
  });

  test('rule 4: a duration is never negative, even if the clock went back', () => {
    const scenario = startScenario().at('02:00').start().at('01:59').end();
    expect(scenario.lastRun().durationMs).toBe(0);
    expect(scenario.lastEvent().durationMs).toBe(0);
  });
});

describe('second closings', () => {
  test('rule 5: the last closing ping decides the state', () => {
    const scenario = startScenario().at('02:00').start({ rid: 'a' }).at('02:10').fail({ rid: 'a' });
    expect(scenario.status()).toBe('down');
    scenario.at('02:20').end({ rid: 'a' });
    expect(scenario.runs()).toMatchObject([
      { state: 'succeeded', endedAt: time('02:20'), durationMs: 20 * MINUTE, endEvent: 3 },
    ]);
    expect(scenario.status()).toBe('up');
    scenario.at('02:30').fail({ rid: 'a' });
    expect(scenario.runs()).toMatchObject([{ state: 'failed', endEvent: 4 }]);
    expect(scenario.monitor().state.failureStreak).toBe(1);
  });

  test('rule 5: the failure count is not raised twice for one run', () => {
    const scenario = startScenario(rules({ alertAfterFailures: 2 }))
      .at('02:00')
      .fail({ rid: 'a' })
      .fail({ rid: 'a' });
    expect(scenario.monitor().state.failureStreak).toBe(1);
    expect(scenario.status()).toBe('failing');
    expect(scenario.fail({ rid: 'b' }).status()).toBe('down');
  });

  test('rule 5: a failure after the run timed out is the same failure', () => {
    const scenario = startScenario(rules({ alertAfterFailures: 3, maxRunMs: MINUTE }))
      .at('02:00')
      .start({ rid: 'a' })
      .at('02:10')
      .advance();
    expect(scenario.lastRun()).toMatchObject({ state: 'timed_out' });
    scenario.fail({ rid: 'a' });
    expect(scenario.lastRun()).toMatchObject({ state: 'failed', late: true });
    expect(scenario.monitor().state.failureStreak).toBe(1);
  });

  test('rule 5: the success count does not change', () => {
    const scenario = startScenario(rules({ recoverAfterSuccesses: 2 }))
      .at('02:00')
      .fail()
      .end({ rid: 'a' })
      .end({ rid: 'a' });
    expect(scenario.status()).toBe('down');
    expect(scenario.end({ rid: 'b' }).status()).toBe('up');
  });

  test("rule 5: a client's retry of the same word does not stretch the run", () => {
    const scenario = startScenario()
      .at('02:00')
      .start({ rid: 'a' })
      .at('02:10')
      .end({ rid: 'a' })
      .at('02:11')
      .end({ rid: 'a' });
    expect(scenario.lastRun()).toMatchObject({
      endedAt: time('02:10'),
      durationMs: 10 * MINUTE,
      endEvent: 3,
    });
  });

  test('rule 5: a second closing of the same word may bring the duration', () => {
    const scenario = startScenario().at('02:00').start({ rid: 'a' }).at('02:10').end({ rid: 'a' });
    scenario.at('02:11').end({ rid: 'a', durationMs: 42 });
    expect(scenario.lastRun()).toMatchObject({ endedAt: time('02:10'), durationMs: 42, endEvent: 3 });
  });

  test('rule 5: a repeated closing ping after the limit does not mark the run late', () => {
    const scenario = startScenario().at('02:00').start({ rid: 'a' }).at('02:10').end({ rid: 'a' });
    scenario.at('23:00').end({ rid: 'a', durationMs: 42 });
    expect(scenario.lastRun()).toMatchObject({ endedAt: time('02:10'), late: false });
  });

  test('rule 6: a start that arrives after the end of its run changes nothing and has a warning', () => {
    const scenario = startScenario().at('02:00').end({ rid: 'a', durationMs: SECOND });
    const { state } = scenario.monitor();
    const before = scenario.runs();
    scenario.at('02:00:01').start({ rid: 'a' });
    expect(scenario.runs()).toEqual(before);
    expect(scenario.monitor().state).toEqual({ ...state, eventCount: 2, lastPingAt: time('02:00:01') });
    expect(scenario.lastEvent()).toMatchObject({ number: 2, type: 'start', runID: 'a' });
    expect(scenario.lastEvent().warnings).toEqual([expect.stringContaining('already ended')]);
  });
});

describe('events', () => {
  test('every ping has a number, a run ID and its warnings', () => {
    const scenario = startScenario().start().log().end().fail().log({ rid: 'x' }).ping({ rid: 'y' });
    expect(scenario.events().map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(scenario.events().every(({ runID }) => runID !== '')).toBe(true);
    expect(scenario.monitor().state).toMatchObject({ eventCount: 6, lastPingAt: scenario.now() });
  });

  test('a log changes only the count and the time of the last ping', () => {
    const scenario = startScenario();
    const { state } = scenario.monitor();
    scenario.at('05:00').log().log({ rid: 'a' });
    expect(scenario.monitor().state).toEqual({ ...state, eventCount: 2, lastPingAt: time('05:00') });
    expect(scenario.status()).toBe('new');
    expect(scenario.runs()).toEqual([]);
  });
});
