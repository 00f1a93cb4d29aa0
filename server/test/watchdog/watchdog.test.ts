import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { describe, expect, test } from 'vitest';
import type { MonitorRecord } from '../../src/database/records.ts';
import type { Store } from '../../src/store/store.ts';
import {
  applyOne,
  command,
  EVERY_HOUR,
  foundMonitor,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  NOON,
  ping,
} from '../store/suite/fixtures.ts';
import { openBench, pathOf, statesOf } from './core.ts';

/** First millisecond at which a monitor of {@link makeMonitors} that pinged at noon has missed its run. */
const MISSED = NOON + HOUR + 10 * MINUTE + 1;

async function pingAll(store: Store, monitors: readonly MonitorRecord[], at: number): Promise<void> {
  await store.apply(monitors.map(({ id }) => ping(id, 'ping', at)));
}

function every(intervalMs: number, graceMs: number): MonitorRules {
  return { ...EVERY_HOUR, schedule: { type: 'interval', intervalMs, timezone: 'UTC', graceMs } };
}

describe('the watchdog', () => {
  test('a missed deadline is judged at its time, to the millisecond', async () => {
    const { store, clock, start } = await openBench();
    const [monitor] = await makeMonitors(store, 1);
    await pingAll(store, [monitor!], NOON);
    const core = await start();
    await clock.advance(MISSED - 1 - NOON);
    expect(await pathOf(store, monitor!)).toBe('new>up');
    await clock.advance(1);
    expect(await pathOf(store, monitor!)).toBe('new>up up>down');
    expect(core.swept).toEqual([{ monitors: 1, lagMs: 0 }]);
    expect(core.errors).toEqual([]);
  });

  test('a run that stays open too long times out', async () => {
    const { store, clock, start } = await openBench();
    const [monitor] = await makeMonitors(store, 1, { maxRunMs: 5 * MINUTE });
    await applyOne(store, ping(monitor!.id, 'start', NOON));
    await start();
    await clock.advance(5 * MINUTE);
    expect(await statesOf(store, monitor!)).toEqual(['running']);
    await clock.advance(1);
    expect(await statesOf(store, monitor!)).toEqual(['timed_out']);
  });

  test('no monitor is checked until the next deadline, for any number of monitors', async () => {
    const { store, clock, calls, start } = await openBench();
    await pingAll(store, await makeMonitors(store, 300), NOON);
    await start();
    calls.length = 0;
    await clock.advance(HOUR);
    expect(new Set(calls)).toEqual(new Set(['recordPresence', 'findNextWakeAt']));
    // Presence is recorded once a second.
    expect(calls.length).toBeLessThanOrEqual(2 * 3600 + 2);
    calls.length = 0;
    await clock.advance(MISSED - HOUR - NOON);
    // The watchdog requests chunks of 50, 100 and 200 monitors. The last chunk contains only 150.
    expect(calls.filter((call) => call === 'applyDeadlines')).toHaveLength(3);
  });

  test('is no longer behind once nothing is overdue, even if its last chunk was full', async () => {
    const { store, clock, start } = await openBench();
    await pingAll(store, await makeMonitors(store, 850), NOON);
    const { watchdog, swept } = await start();
    await clock.advance(MISSED - NOON);
    expect(swept.map(({ monitors }) => monitors)).toEqual([50, 100, 200, 250, 250]);
    expect(watchdog.isBehind()).toBe(false);
  });

  test('the first chunk after a rest is small, because its verdicts take longest', async () => {
    const { store, clock, start } = await openBench();
    const monitors = await makeMonitors(store, 150);
    await pingAll(store, monitors, NOON);
    const { swept } = await start();
    await clock.advance(MISSED - NOON);
    await pingAll(store, monitors, clock.now());
    await clock.advance(MISSED - NOON);
    expect(swept.map(({ monitors: judged }) => judged)).toEqual([50, 100, 50, 100]);
  });

  describe('a deadline that moves earlier', () => {
    test('an edit moves a deadline', async () => {
      const { store, clock, start } = await openBench();
      const [monitor] = await makeMonitors(store, 1);
      await pingAll(store, [monitor!], NOON);
      const { watchdog } = await start();
      await clock.advance(100);
      const rules = every(300, 0);
      await applyOne(store, command(monitor!.id, { kind: 'edit', at: clock.now(), rules }));
      watchdog.wake();
      await clock.advance(300);
      expect(await pathOf(store, monitor!)).toBe('new>up');
      await clock.advance(1);
      expect(await pathOf(store, monitor!)).toBe('new>up up>down');
    });

    test('a ping moves a deadline', async () => {
      const { store, clock, start } = await openBench();
      const [monitor] = await makeMonitors(store, 1, every(300, 0));
      const { ingest } = await start();
      await clock.advance(100);
      void ingest.submit(ping(monitor!.id, 'ping', clock.now()));
      await clock.advance(300);
      expect(await pathOf(store, monitor!)).toBe('new>up');
      await clock.advance(1);
      expect(await pathOf(store, monitor!)).toBe('new>up up>down');
    });

    test('a new monitor moves the next deadline', async () => {
      const { store, clock, start } = await openBench();
      const [other] = await makeMonitors(store, 1);
      const { watchdog } = await start();
      await clock.advance(100);
      const { teamID, details } = other!;
      const monitor = await makeMonitor(store, {
        teamID,
        projectID: details.projectID,
        name: 'new',
        rules: every(300, 0),
        state: { hasReported: true, nextExpectedAt: clock.now() + 300 },
      });
      watchdog.wake();
      await clock.advance(301);
      expect(await statesOf(store, monitor)).toEqual(['missed']);
    });

    test('a deadline that moves during a round is found', async () => {
      const bench = await openBench();
      const { store, clock } = bench;
      const [monitor] = await makeMonitors(store, 1);
      await pingAll(store, [monitor!], NOON);
      const { watchdog } = await bench.start();
      bench.hook = async (method, call) => {
        const response = await call();
        if (method !== 'findNextWakeAt') return response;
        bench.hook = (_method, goOn) => goOn();
        const rules = every(300, 0);
        await applyOne(store, command(monitor!.id, { kind: 'edit', at: clock.now(), rules }));
        watchdog.wake();
        return response;
      };
      await clock.advance(1000);
      const editedAt = (await foundMonitor(store, monitor!)).state.metUntil;
      await clock.advance(editedAt + 301 - clock.now());
      expect(await pathOf(store, monitor!)).toBe('new>up up>down');
    });
  });

  test('5,000 overdue monitors are swept in bounded chunks, and pings pass between the chunks', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const monitors = await makeMonitors(store, 5001);
    const pinged = monitors.pop();
    await pingAll(store, monitors, NOON);
    const core = await bench.start();
    const answeredAfter: number[] = [];
    let sweeps = 0;
    bench.hook = async (method, call) => {
      if (method === 'applyDeadlines') {
        sweeps += 1;
        const sweep = sweeps;
        void core.ingest
          .submit(ping(pinged!.id, 'ping', clock.now()))
          .then(() => answeredAfter.push(sweeps - sweep));
      }
      return await call();
    };
    await clock.advance(MISSED - NOON);
    expect(core.swept.length).toBeGreaterThanOrEqual(20);
    expect(Math.max(...core.swept.map((sweep) => sweep.monitors))).toBeLessThanOrEqual(250);
    expect(core.swept.reduce((sum, sweep) => sum + sweep.monitors, 0)).toBe(5000);
    expect(answeredAfter).toHaveLength(sweeps);
    expect(Math.max(...answeredAfter)).toBeLessThanOrEqual(1);
    expect(await store.applyDeadlines(clock.now(), 1, new Set())).toEqual([]);
  });

  test('no verdict overtakes a ping that came before the deadline', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor, other] = await makeMonitors(store, 2);
    await pingAll(store, [monitor!], NOON);
    const { ingest } = await bench.start();
    await clock.advance(MISSED - 2 - NOON);
    const disk = Promise.withResolvers<void>();
    bench.hook = async (method, call) => {
      if (method === 'apply') {
        bench.hook = (_method, goOn) => goOn();
        await disk.promise;
      }
      return call();
    };
    // The commit of this ping is slow and delays the next ping, whose outcome the test checks.
    void ingest.submit(ping(other!.id, 'ping', clock.now()));
    await clock.advance(1);
    const response = ingest.submit(ping(monitor!.id, 'ping', clock.now()));
    await clock.advance(2000);
    disk.resolve();
    await expect(response).resolves.toMatchObject({ outcome: 'applied', status: 'up' });
    await clock.advance(2000);
    expect(await pathOf(store, monitor!)).toBe('new>up');
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'succeeded']);
  });

  test('a monitor whose verdict fails is skipped, and the others are judged', async () => {
    const { store, clock, start } = await openBench();
    const [monitor, other] = await makeMonitors(store, 2);
    await pingAll(store, [monitor!, other!], NOON);
    // An invalid expression, which the rules normally refuse. It simulates any failure of a single monitor.
    const broken = await makeMonitor(store, {
      teamID: monitor!.teamID,
      projectID: monitor!.details.projectID,
      name: 'broken',
      rules: { schedule: { type: 'cron', cron: 'broken', timezone: 'UTC', graceMs: 0 } },
      state: { hasReported: true, nextExpectedAt: NOON + HOUR },
    });
    const core = await start();
    await clock.advance(HOUR + 1);
    expect(core.errors).toHaveLength(1);
    await clock.advance(10 * MINUTE);
    for (const record of [monitor!, other!]) expect(await pathOf(store, record)).toBe('new>up up>down');
    await clock.advance(50 * MINUTE - 1);
    expect(core.errors).toHaveLength(1);
    await clock.advance(1000);
    expect(core.errors).toHaveLength(2);
    expect(await pathOf(store, broken)).toBe('');
    await store.deleteMonitors([broken.id], NOON);
  });

  test('continues when the database has refused a call', async () => {
    const bench = await openBench();
    const { store, clock } = bench;
    const [monitor] = await makeMonitors(store, 1);
    await pingAll(store, [monitor!], NOON);
    const core = await bench.start();
    const refused = new Set<string>(['findNextWakeAt', 'readHorizon', 'applyDeadlines', 'recordPresence']);
    bench.hook = (method, call) => {
      return refused.delete(method) ? Promise.reject(new Error(`${method} is refused`)) : call();
    };
    await clock.advance(MISSED - NOON);
    await clock.advance(2000);
    expect(await pathOf(store, monitor!)).toBe('new>up up>down');
    // A refused `recordPresence` is only a warning, because the next tick repeats it.
    expect(core.errors).toHaveLength(3);
    expect(core.blind).toEqual([]);
  });

  test('a paused monitor is not awaited', async () => {
    const { store, clock, start } = await openBench();
    const [monitor] = await makeMonitors(store, 1);
    await pingAll(store, [monitor!], NOON);
    const { watchdog } = await start();
    await applyOne(store, command(monitor!.id, { kind: 'pause', at: clock.now() }));
    await clock.advance(3 * HOUR);
    await applyOne(store, command(monitor!.id, { kind: 'resume', at: clock.now() }));
    watchdog.wake();
    await clock.advance(HOUR + 10 * MINUTE);
    expect(await pathOf(store, monitor!)).toBe('new>up up>paused paused>up');
    await clock.advance(1);
    expect(await statesOf(store, monitor!)).toEqual(['succeeded', 'missed']);
  });

  test('a monitor that has missed 1,000 runs in a row is not swept until it pings', async () => {
    const { store, clock, calls, start } = await openBench();
    const [monitor] = await makeMonitors(store, 1, every(10_000, 0));
    await pingAll(store, [monitor!], NOON);
    const core = await start();
    await clock.advance(1000 * 10_000 + 1);
    expect((await foundMonitor(store, monitor!)).state).toMatchObject({
      missedStreak: 1000,
      nextExpectedAt: null,
    });
    calls.length = 0;
    await clock.advance(HOUR);
    expect(calls).not.toContain('applyDeadlines');
    await core.ingest.submit(ping(monitor!.id, 'ping', clock.now()));
    expect((await foundMonitor(store, monitor!)).state.nextExpectedAt).toBe(clock.now() + 10_000);
    await clock.advance(10_001);
    expect(await pathOf(store, monitor!)).toBe('new>up up>down down>up up>down');
  });

  describe('stop', () => {
    test('a stop interrupts any work immediately, and saves the time until which the watchdog watched', async () => {
      for (const during of [
        'recordPresence',
        'findNextWakeAt',
        'readHorizon',
        'applyDeadlines',
        null,
      ] as const) {
        const bench = await openBench();
        const { store, clock } = bench;
        await pingAll(store, await makeMonitors(store, 1), NOON);
        const core = await bench.start();
        let askedAt: number | null = null;
        let endedAt: number | null = null;
        const stop = () => {
          askedAt ??= clock.now();
          void core.watchdog.stop().then(() => {
            endedAt ??= clock.now();
          });
        };
        bench.hook = (method, call) => {
          if (method === during && askedAt === null) stop();
          return call();
        };
        await clock.advance(MISSED - NOON);
        if (during === null) stop();
        await clock.settle();
        expect(askedAt, String(during)).not.toBeNull();
        expect(endedAt, String(during)).toBe(askedAt);
        // Only the timer of the presence remains.
        expect(clock.pending(), String(during)).toBe(1);
        await clock.advance(100);
        await core.presence.stop();
        if (during === null) expect(await store.readHorizon(clock.now() + 1, null)).toBe(clock.now());
      }
    });

    test('a stop is immediate while the database is away', async () => {
      const bench = await openBench();
      const core = await bench.start();
      const away = Promise.withResolvers<void>();
      bench.hook = async (method, call) => {
        if (method !== 'recordPresence') return call();
        await away.promise;
        throw new Error('away');
      };
      await bench.clock.advance(1500);
      const stopped = core.watchdog.stop();
      away.resolve();
      await bench.clock.settle();
      await stopped;
      // Only the timer of the presence remains.
      expect(bench.clock.pending()).toBe(1);
    });
  });
});
