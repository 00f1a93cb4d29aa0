import { BLIND_AFTER_MS } from '@overdue/domain/blind-window.ts';
import { describe, expect, test } from 'vitest';
import { listOutbox } from '../store/outbox.ts';
import {
  applyOne,
  foundMonitor,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  ping,
} from '../store/suite/fixtures.ts';
import { type Bench, FIRST, openBench, pathOf, statesOf } from './core.ts';

/**
 * Time of the next expected run of a monitor of {@link makeMonitors} that pinged at noon, and time from which that run
 * counts as missed.
 */
const EXPECTED = NOON + HOUR;
const MISSED = EXPECTED + 10 * MINUTE + 1;

/** Runs the core until `from`, kills it, and starts it again at `to`. */
async function outage({ clock, start }: Bench, from: number, to: number) {
  const core = await start();
  await clock.advance(from - clock.now());
  await core.stop();
  clock.dropTimers();
  await clock.advance(to - from);
  return start();
}

/** Simulates a process that stands still: its timers don't fire, and the system queues its connections. */
async function standStill({ clock }: Bench, ms: number) {
  clock.stall(ms);
  await clock.settle();
}

async function blindRows(bench: Bench) {
  return (await listOutbox(bench.store, 0, 100_000)).filter(({ kind }) => kind === 'blind_window');
}

describe('after a restart', () => {
  test('due runs become unknown after a restart, none is missed, and each team is alerted once', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [a, b, unhurt] = await makeMonitors(store, 3);
    const other = await makeTeam(store, 'other');
    const theirs = await makeMonitor(store, { teamID: other.id, projectID: other.projectID, name: 'theirs' });
    const third = await makeTeam(store, 'third');
    await makeMonitor(store, { teamID: third.id, projectID: third.projectID, name: 'silent' });
    await store.apply([
      ping(a!.id, 'ping', NOON),
      ping(b!.id, 'ping', NOON + MINUTE),
      ping(theirs.id, 'ping', NOON),
    ]);
    await applyOne(store, ping(unhurt!.id, 'ping', NOON + 30 * MINUTE));
    const core = await outage(bench, NOON + 50 * MINUTE, NOON + 80 * MINUTE);
    expect(core.blind).toMatchObject([{ from: NOON + 50 * MINUTE, to: NOON + 80 * MINUTE }]);
    for (const monitor of [a!, b!, theirs]) {
      expect(await statesOf(store, monitor)).toEqual(['succeeded', 'unknown']);
      expect(await pathOf(store, monitor)).toBe('new>up');
    }
    expect(await statesOf(store, unhurt!)).toEqual(['succeeded']);
    const rows = await blindRows(bench);
    expect(rows.map(({ teamID, blindWindowID }) => [teamID, blindWindowID])).toEqual([
      [a!.teamID, core.blind[0]?.id],
      [other.id, core.blind[0]?.id],
    ]);
    await clock.advance(MINUTE);
    expect(await store.listUnsettledBlindWindows()).toEqual([]);
    expect(await blindRows(bench)).toHaveLength(2);
    expect(core.errors).toEqual([]);
  });

  test.each([
    ['long before the deadline', 5 * MINUTE],
    ['right before the deadline', 1],
  ])(
    'an outage within the grace period that ends %s leaves an unknown run, and the team is informed',
    async (_, ms) => {
      const bench = await openBench();
      const { store, clock } = bench;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, 'ping', NOON));
      await outage(bench, EXPECTED + 1000, EXPECTED + 10 * MINUTE - ms);
      await clock.advance(MINUTE);
      expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
      expect(await pathOf(store, monitor!)).toBe('new>up');
      expect(await blindRows(bench)).toHaveLength(1);
    },
  );

  test('a late report replaces an unknown run', async () => {
    const bench = await openBench();
    const [monitor] = await makeMonitors(bench.store, 1);
    await applyOne(bench.store, ping(monitor!.id, 'ping', NOON));
    const core = await outage(bench, NOON + 50 * MINUTE, NOON + 80 * MINUTE);
    await core.ingest.submit(ping(monitor!.id, 'ping', bench.clock.now()));
    const [run] = await bench.store.listRuns(monitor!.id, FIRST);
    expect(run).toMatchObject({ seq: 2, state: 'succeeded', expectedAt: EXPECTED, late: true });
  });

  test('a run that stays open too long after an outage is unknown, and the team is told when its limit has passed', async () => {
    const bench = await openBench();
    const [monitor, ended] = await makeMonitors(bench.store, 2);
    await applyOne(bench.store, ping(monitor!.id, 'start', NOON));
    await applyOne(bench.store, ping(ended!.id, 'start', NOON));
    const core = await outage(bench, NOON + 10 * MINUTE, NOON + 11 * MINUTE);
    await core.ingest.submit(ping(ended!.id, 'end', bench.clock.now()));
    await bench.clock.advance(NOON + HOUR - bench.clock.now());
    expect(await blindRows(bench)).toEqual([]);
    await bench.clock.advance(11 * MINUTE);
    expect((await statesOf(bench.store, monitor!))[0]).toBe('unknown');
    const told = { monitorID: monitor!.id, teamID: monitor!.teamID, blindWindowID: core.blind[0]?.id };
    expect(await blindRows(bench)).toMatchObject([told]);
    await bench.clock.advance(HOUR);
    expect(await blindRows(bench)).toHaveLength(1);
  });

  test('deadlines before and after the gap get verdicts', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    await outage(bench, EXPECTED - MINUTE, EXPECTED - 1000);
    expect(await blindRows(bench)).toEqual([]);
    await clock.advance(MISSED - 1 - clock.now());
    expect(await pathOf(store, monitor!)).toBe('new>up');
    await clock.advance(1);
    expect(await pathOf(store, monitor!)).toBe('new>up up>down');
  });

  test.each([
    ['is not blind after a gap of the threshold', 0, 'missed'],
    ['is blind after a millisecond more', 1, 'unknown'],
  ])('%s', async (_name, moreMs, state) => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await outage(bench, EXPECTED - 1000, EXPECTED - 1000 + BLIND_AFTER_MS + moreMs);
    expect(core.blind).toHaveLength(moreMs);
    await clock.advance(MISSED - clock.now());
    expect((await statesOf(store, monitor!))[1]).toBe(state);
  });

  test('settling continues after a crash, and alerts no channel twice', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const monitors = await makeMonitors(store, 1200);
    await store.apply(monitors.map(({ id }) => ping(id, 'ping', NOON)));
    for (const [crashAt, nth] of [
      ['apply', 2],
      ['listMonitorsExpectedBefore', 2],
      ['settleBlindWindow', 1],
    ] as const) {
      let left = nth;
      bench.hook = (method, call) => {
        if (method === crashAt) left -= 1;
        return left > 0 ? call() : new Promise(() => {});
      };
      if (crashAt === 'apply') await outage(bench, NOON + 50 * MINUTE, NOON + 80 * MINUTE);
      else await bench.start();
      expect(left).toBe(0);
      expect(await store.listUnsettledBlindWindows()).toHaveLength(1);
      expect(await blindRows(bench)).toEqual([]);
      clock.dropTimers();
    }
    bench.hook = (_method, call) => call();
    await bench.start();
    expect(await store.listUnsettledBlindWindows()).toEqual([]);
    expect(await blindRows(bench)).toHaveLength(1);
    const counts = await store.countStatuses(clock.now(), 0, 10_000);
    expect(counts.counts).toEqual({ up: 1200 });
    for (const monitor of [monitors[0]!, monitors.at(-1)!])
      expect(await statesOf(store, monitor)).toEqual(['succeeded', 'unknown']);
  });
});

describe('a running process', () => {
  test('an outage of the database causes a blind window, and refused pings cause no verdict', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor, other] = await makeMonitors(store, 2);
    await store.apply([monitor, other].map((record) => ping(record!.id, 'ping', NOON)));
    const core = await bench.start();
    await clock.advance(EXPECTED - NOON - 300);
    bench.hook = () => Promise.reject(new Error('away'));
    const refused = core.ingest.submit(ping(monitor!.id, 'ping', clock.now()));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(20 * MINUTE);
    bench.hook = (_method, call) => call();
    // The first ping after the blind window arrives before the watchdog has checked any deadline.
    await core.ingest.submit(ping(other!.id, 'ping', clock.now()));
    await clock.advance(2000);
    expect(core.blind).toHaveLength(1);
    expect(core.blind[0]!.from).toBeLessThanOrEqual(EXPECTED - 300);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
    expect(await pathOf(store, other!)).toBe('new>up');
    expect(await blindRows(bench)).toHaveLength(1);
  });

  test('a ping refused in the first moment of an outage is covered by the blind window', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    // The ping arrives just in time, between two records of presence.
    await clock.advance(MISSED - 2 - NOON - 250);
    bench.hook = () => Promise.reject(new Error('away'));
    const refused = core.ingest.submit(ping(monitor!.id, 'ping', clock.now()));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(200);
    core.watchdog.wake();
    await clock.advance(MINUTE);
    bench.hook = (_method, call) => call();
    await clock.advance(2000);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
  });

  test('a blind window that can not be recorded at first is recorded by the next check', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    const opening = Promise.withResolvers<void>();
    bench.hook = async (method, call) => {
      if (method !== 'recordPresence') return call();
      bench.hook = (_method, goOn) => goOn();
      await opening.promise;
      throw new Error('refused');
    };
    clock.jump(90 * MINUTE);
    const first = core.presence.recordAwake();
    const second = core.presence.recordAwake();
    await clock.settle();
    opening.resolve();
    await expect(first).rejects.toThrow('refused');
    await second;
    expect(core.blind).toMatchObject([{ from: NOON, to: NOON + 90 * MINUTE }]);
    await clock.advance(2000);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
  });

  test('no ping is judged before a gap that another process is recording', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    const opening = Promise.withResolvers<void>();
    bench.hook = async (method, call) => {
      if (method === 'recordPresence') await opening.promise;
      return call();
    };
    clock.jump(90 * MINUTE);
    const noticed = core.presence.recordAwake();
    const response = core.ingest.submit(ping(monitor!.id, 'ping', clock.now()));
    await clock.settle();
    opening.resolve();
    await Promise.all([noticed, response]);
    expect(await pathOf(store, monitor!)).toBe('new>up');
  });

  test('a blind window is settled even if it opens while the previous window is being settled', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    let noticed = false;
    const core = await bench.start();
    bench.hook = async (method, call) => {
      const response = await call();
      if (
        method === 'listUnsettledBlindWindows' &&
        Array.isArray(response) &&
        response.length === 0 &&
        !noticed
      ) {
        noticed = true;
        clock.jump(90 * MINUTE);
        await core.presence.recordAwake();
      }
      return response;
    };
    clock.jump(MINUTE);
    await clock.advance(5000);
    expect(noticed).toBe(true);
    expect(core.blind).toHaveLength(2);
    expect(await store.listUnsettledBlindWindows()).toEqual([]);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
  });

  test('a gap right before the stop counts as a blind window', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    clock.jump(90 * MINUTE);
    await core.stop();
    await bench.start();
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
  });

  test('a gap in the middle of a round hides the deadlines within it', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    let asleep = false;
    bench.hook = async (method, call) => {
      const response = await call();
      if (method === 'recordPresence' && !asleep) {
        asleep = true;
        clock.jump(90 * MINUTE);
      }
      return response;
    };
    await clock.advance(3000);
    expect(core.blind).toHaveLength(1);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
  });
});

describe('clock jumps', () => {
  test('no run is missed when the clock jumps ahead', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    clock.jump(90 * MINUTE);
    await clock.advance(1000);
    expect(core.blind).toMatchObject([{ from: NOON }]);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
    expect(await pathOf(store, monitor!)).toBe('new>up');
    expect(await blindRows(bench)).toHaveLength(1);
  });

  test('a small jump ahead causes no blind window', async () => {
    const bench = await openBench();
    const core = await bench.start();
    await bench.clock.advance(1000);
    bench.clock.jump(BLIND_AFTER_MS - 1000);
    await bench.clock.advance(1000);
    expect(core.blind).toEqual([]);
  });

  test('no run is judged too early after the clock jumps back, and work continues', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    await clock.advance(EXPECTED - NOON);
    clock.jump(-30 * MINUTE);
    await clock.advance(30 * MINUTE);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded']);
    expect(await store.readHorizon(clock.now() + HOUR, null)).toBeGreaterThan(EXPECTED - 1000);
    await clock.advance(MISSED - 1 - EXPECTED);
    expect(await pathOf(store, monitor!)).toBe('new>up');
    await clock.advance(1);
    expect(await pathOf(store, monitor!)).toBe('new>up up>down');
    await core.ingest.submit(ping(monitor!.id, 'ping', clock.now()));
    expect(await pathOf(store, monitor!)).toBe('new>up up>down down>up');
    expect(core.blind).toEqual([]);
    expect((await foundMonitor(store, monitor!)).state.nextExpectedAt).toBe(clock.now() + HOUR);
  });
});

test("a jump of the database's clock, and its return, cause no alert, and a later missed run is noticed", async () => {
  const bench = await openBench();
  const { store, clock } = bench;
  const [reports, silent] = await makeMonitors(store, 2);
  await store.apply([reports, silent].map((monitor) => ping(monitor!.id, 'ping', NOON)));
  const core = await bench.start();
  let aheadMs = 0;
  bench.hook = (method, call) =>
    method === 'readDatabaseTime' ? Promise.resolve(clock.now() + aheadMs) : call();
  // The clock jumps over the deadline of both runs, and returns 80 seconds later.
  await clock.advance(EXPECTED - MINUTE - NOON);
  aheadMs = 20 * MINUTE;
  await core.measureClock();
  await clock.advance(80_000);
  // Noticed at the next tick.
  expect(core.blind).toMatchObject([{ from: EXPECTED - MINUTE, to: EXPECTED + 19 * MINUTE + 250 }]);
  aheadMs = 0;
  await core.measureClock();
  await core.ingest.submit(ping(reports!.id, 'ping', clock.now()));
  await clock.advance(HOUR);
  expect(await statesOf(store, reports!)).toEqual(['succeeded', 'succeeded']);
  expect(await statesOf(store, silent!)).toEqual(['succeeded', 'unknown']);
  for (const monitor of [reports!, silent!]) expect(await pathOf(store, monitor)).toBe('new>up');
  await clock.advance(HOUR);
  for (const monitor of [reports!, silent!]) expect(await pathOf(store, monitor)).toBe('new>up up>down');
});

describe('a quick restart over a deadline', () => {
  test('a job has 5 seconds to retry, and earlier deadlines are judged as usual', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [retries, silent, before] = await makeMonitors(store, 3);
    await store.apply([
      ping(retries!.id, 'ping', NOON),
      ping(silent!.id, 'ping', NOON),
      ping(before!.id, 'ping', NOON - 2000),
    ]);
    const core = await outage(bench, MISSED - 1000, MISSED + 1000);
    expect(await statesOf(store, before!)).toEqual(['succeeded', 'missed']);
    await clock.advance(2000);
    await core.ingest.submit(ping(retries!.id, 'ping', clock.now()));
    expect(await pathOf(store, retries!)).toBe('new>up');
    expect(await pathOf(store, silent!)).toBe('new>up');
    await clock.advance(4000);
    expect(await statesOf(store, silent!)).toEqual(['succeeded', 'missed']);
    expect(await statesOf(store, retries!)).toEqual(['succeeded', 'succeeded']);
    expect(core.blind).toEqual([]);
    expect(core.errors).toEqual([]);
  });
});

describe('standing still', () => {
  /** Starts a core whose connections wait in a queue during stalls, and moves it to right before the deadline. */
  async function beforeDeadline(bench: Bench, takeSilence = () => 0) {
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    let queued: (() => void)[] = [];
    const read = async () => {
      for (const arrive of queued) arrive();
      queued = [];
      return true;
    };
    const core = await bench.start({ takeSilence, queue: { mark() {}, read } });
    await clock.advance(MISSED - 1000 - clock.now());
    const send = () => queued.push(() => void core.ingest.submit(ping(monitor!.id, 'ping', clock.now())));
    return { core, monitor: monitor!, send };
  }

  test.each([
    ['another thread runs', 4000, 0],
    ['no thread runs', 4000, 4000],
    ['another thread runs', 29_000, 300],
    ['no thread runs', 29_000, 29_000],
  ])('a ping that was queued over the deadline causes no alert: %s for %i ms', async (_, ms, silenceMs) => {
    const bench = await openBench();
    const { core, monitor, send } = await beforeDeadline(bench, () => silenceMs);
    send();
    await standStill(bench, ms);
    await bench.clock.advance(40_000);
    expect(await statesOf(bench.store, monitor)).toEqual(['succeeded', 'succeeded']);
    expect(await pathOf(bench.store, monitor)).toBe('new>up');
    expect(core.blind).toHaveLength(ms === silenceMs && ms > BLIND_AFTER_MS ? 1 : 0);
  });

  test.each([
    ['busy for 4 s', 4000, 0, 'missed', 1000],
    ['stopped for 4 s', 4000, 4000, 'missed', 5000],
    ['busy for 29 s', 29_000, 300, 'missed', 1000],
    ['busy for 31 s', 31_000, 300, 'unknown', 0],
    ['stopped for 6 s', 6000, 6000, 'unknown', 0],
  ] as const)(
    'without a ping, a process that was %s leaves the run %s',
    async (_, ms, silenceMs, state, waitMs) => {
      const bench = await openBench();
      const { monitor } = await beforeDeadline(bench, () => silenceMs);
      await standStill(bench, ms);
      const { store, clock } = bench;
      expect(await statesOf(store, monitor)).toEqual(
        state === 'missed' ? ['succeeded'] : ['succeeded', 'unknown'],
      );
      await clock.advance(waitMs + 1000);
      expect(await statesOf(store, monitor)).toEqual(['succeeded', state]);
    },
  );

  test('without a ping, a process that is busy right after its start leaves the run missed', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    await clock.advance(MISSED - 1000 - NOON);
    const core = await bench.start({ takeSilence: () => 300 });
    await standStill(bench, 7000);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded']);
    await clock.advance(2000);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'missed']);
    expect(core.blind).toEqual([]);
  });

  test('a process that is busy for 6 of every 7 seconds notices a missed run within 31 seconds after it was due', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const { core, monitor } = await beforeDeadline(bench, () => 300);
    while (clock.now() < MISSED + 31_000 + 7000) {
      await standStill(bench, 6000);
      await clock.advance(1000);
    }
    expect(await statesOf(store, monitor)).toEqual(['succeeded', 'missed']);
    expect(core.blind).toEqual([]);
  });
});

test('a process that freezes for 3 of every 8 seconds does not silence a missed run for more than a minute: the run is unknown, and its team is told', async () => {
  const bench = await openBench();
  const { store, clock } = bench;
  const [monitor] = await makeMonitors(store, 1);
  await applyOne(store, ping(monitor!.id, 'ping', NOON));
  const core = await bench.start({ takeSilence: () => 3000 });
  await clock.advance(MISSED - 1000 - clock.now());
  while (clock.now() < MISSED + 75_000) {
    await standStill(bench, 3000);
    await clock.advance(5000);
  }
  expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
  expect(await pathOf(store, monitor!)).toBe('new>up');
  expect(core.blind).toHaveLength(1);
  expect((await listOutbox(store, 0, 100)).filter(({ kind }) => kind === 'blind_window')).toHaveLength(1);
});

test('refusals now and then do not silence a missed run for more than a minute', async () => {
  const bench = await openBench();
  const { store, clock } = bench;
  const [monitor] = await makeMonitors(store, 1);
  await applyOne(store, ping(monitor!.id, 'ping', NOON));
  const core = await bench.start();
  await clock.advance(MISSED - 1000 - clock.now());
  while (clock.now() < MISSED + 75_000) {
    core.presence.pingRefused(clock.now(), null);
    core.presence.pingsStored();
    await clock.advance(4000);
  }
  expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'unknown']);
  expect(core.blind).toHaveLength(1);
});

describe('a crash loop', () => {
  test.each([
    ['over the deadline of a run', 'ping', 10 * MINUTE + HOUR],
    ['over the limit of a run', 'start', HOUR],
  ] as const)(
    '%s: no alert until 5 seconds after the last restart, and the watchdog rests',
    async (_, type, dueMs) => {
      const bench = await openBench();
      const { store, clock, calls } = bench;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, type, NOON));
      const due = NOON + dueMs;
      const path = await pathOf(store, monitor!);
      let core = await outage(bench, due - 1000, due + 200);
      calls.length = 0;
      for (let life = 0; life < 10; life += 1) {
        await clock.advance(1500);
        // A kill writes nothing, unlike a stop.
        clock.dropTimers();
        bench.hook = () => new Promise(() => {});
        await clock.advance(400);
        bench.hook = (_method, call) => call();
        core = await bench.start();
      }
      expect(await pathOf(store, monitor!)).toBe(path);
      await clock.advance(5000);
      expect(await pathOf(store, monitor!)).toBe(path);
      await clock.advance(1500);
      expect(await pathOf(store, monitor!)).toBe(`${path} up>down`);
      expect(core.blind).toEqual([]);
      // About 20 s with a few rounds a second each.
      expect(calls.filter((method) => method === 'applyDeadlines').length).toBeLessThan(60);
    },
  );
});

describe('pings that could not be stored', () => {
  test.each([
    [4000, 'missed', 5000],
    [9000, 'unknown', 0],
  ] as const)('refusals for %i ms over a deadline leave the run %s', async (ms, state, waitMs) => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await applyOne(store, ping(monitor!.id, 'ping', NOON));
    const core = await bench.start();
    await clock.advance(MISSED - 1000 - NOON);
    core.presence.pingRefused(clock.now(), null);
    await clock.advance(ms);
    expect(await pathOf(store, monitor!)).toBe('new>up');
    core.presence.pingsStored();
    await clock.advance(waitMs + 2000);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', state]);
  });

  test.each([4000, 9000])(
    'the retry of a ping that was refused for %i ms over its deadline makes no missed run',
    async (ms) => {
      const bench = await openBench();
      const { store, clock } = bench;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, 'ping', NOON));
      const core = await bench.start();
      await clock.advance(MISSED - 1000 - NOON);
      bench.hook = (method, call) => (method === 'apply' ? Promise.reject(new Error('refused')) : call());
      const refused = core.ingest.submit(ping(monitor!.id, 'ping', clock.now()));
      await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
      await clock.advance(ms);
      bench.hook = (_method, call) => call();
      await core.ingest.submit(ping(monitor!.id, 'ping', clock.now()));
      expect(await pathOf(store, monitor!)).toBe('new>up');
      expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'succeeded']);
    },
  );

  test.each([
    ['for 4 s', 4000, 'missed', 1],
    ['for 9 s', 9000, 'unknown', 0],
    ['for 90 s', 90_000, 'unknown', 0],
  ] as const)(
    'refusals of one team %s hide only runs of this team, and delay no verdict of another',
    async (_, ms, state, downs) => {
      const bench = await openBench();
      const { store, clock } = bench;
      const [flooding] = await makeMonitors(store, 1);
      const other = await makeTeam(store, 'other');
      const theirs = await makeMonitor(store, {
        teamID: other.id,
        projectID: other.projectID,
        name: 'theirs',
      });
      for (const { id } of [flooding!, theirs]) await applyOne(store, ping(id, 'ping', NOON));
      const core = await bench.start();
      await clock.advance(MISSED - 1000 - NOON);
      for (let passed = 0; passed < ms; passed += 500) {
        core.presence.pingRefused(clock.now(), flooding!.teamID);
        // Other pings of the team are stored meanwhile.
        core.presence.pingsStored();
        await clock.advance(500);
        if (passed === 1500) expect(await pathOf(store, theirs)).toBe('new>up up>down');
      }
      await clock.advance(8000);
      expect((await statesOf(store, flooding!))[1]).toBe(state);
      expect((await pathOf(store, flooding!)).split('up>down')).toHaveLength(1 + downs);
      expect((await statesOf(store, theirs))[1]).toBe('missed');
      expect((await blindRows(bench)).filter(({ teamID }) => teamID === other.id)).toEqual([]);
      expect(core.blind.every(({ teamID }) => teamID === flooding!.teamID)).toBe(true);
    },
  );
});
