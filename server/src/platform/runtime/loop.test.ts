import { expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/fake-clock.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { createBell } from './bell.ts';
import type { Log } from './log.ts';
import { createLoop, type LoopOptions, logOutages } from './loop.ts';

const SILENT = { onFailure: () => {}, onSuccess: () => {} };

/** Returns a loop and the start times of its rounds. A round takes no time unless `round` waits. */
function open(round: (clock: FakeClock) => Promise<number>, options: Partial<LoopOptions> = {}) {
  const clock = createFakeClock(0);
  const bell = createBell(clock);
  const begun: number[] = [];
  const loop = createLoop({
    clock,
    bell,
    retryMs: 500,
    observer: SILENT,
    round() {
      begun.push(clock.monotonic());
      return round(clock);
    },
    ...options,
  });
  return { clock, bell, begun, loop };
}

function takes(clock: FakeClock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

test('a loop sleeps for the delay that a round returns', async () => {
  const { clock, loop, begun } = open(() => Promise.resolve(1000));
  loop.start();
  await clock.advance(2500);
  expect(begun).toEqual([0, 1000, 2000]);
});

test('a loop starts the next round immediately after a delay of 0', async () => {
  let rounds = 0;
  const { clock, loop, begun } = open(() => {
    rounds += 1;
    return Promise.resolve(rounds < 4 ? 0 : 1000);
  });
  loop.start();
  await clock.settle();
  expect(begun).toEqual([0, 0, 0, 0]);
});

test('a loop waits before the first round if requested', async () => {
  const { clock, loop, begun } = open(() => Promise.resolve(1000), { firstMs: 300 });
  loop.start();
  await clock.advance(1400);
  expect(begun).toEqual([300, 1300]);
});

test('the bell ends the sleep', async () => {
  const { clock, bell, loop, begun } = open(() => Promise.resolve(1000));
  loop.start();
  await clock.advance(400);
  bell.ring();
  await clock.advance(1100);
  expect(begun).toEqual([0, 400, 1400]);
});

test('a bell that rings during a round starts one more round right after it', async () => {
  const { clock, bell, loop, begun } = open(async (time) => {
    await takes(time, 100);
    return 1000;
  });
  loop.start();
  await clock.advance(50);
  bell.ring();
  bell.ring();
  await clock.advance(1000);
  expect(begun).toEqual([0, 100]);
});

test('a bell that rang before the start changes nothing', async () => {
  const { clock, bell, loop, begun } = open(() => Promise.resolve(1000));
  bell.ring();
  loop.start();
  await clock.advance(900);
  expect(begun).toEqual([0]);
});

test('a failed round is reported and tried again after a pause', async () => {
  const failures: unknown[] = [];
  let successes = 0;
  const error = new Error('broken');
  const { clock, bell, loop, begun } = open(
    () => {
      // A ring during a failing round must not cause a busy loop.
      bell.ring();
      return clock.monotonic() < 900 ? Promise.reject(error) : Promise.resolve(Number.POSITIVE_INFINITY);
    },
    {
      observer: {
        onFailure: (reason) => void failures.push(reason),
        onSuccess() {
          successes += 1;
        },
      },
    },
  );
  loop.start();
  await clock.advance(999);
  expect(begun).toEqual([0, 500]);
  expect(failures).toEqual([error, error]);
  expect(successes).toBe(0);
});

test('the bell ends the pause after a failure', async () => {
  const { clock, bell, loop, begun } = open(() => Promise.reject(new Error('broken')));
  loop.start();
  await clock.advance(100);
  bell.ring();
  await clock.advance(100);
  expect(begun).toEqual([0, 100]);
});

test('stop waits for the round under way, and no other begins', async () => {
  const { clock, loop, begun } = open(async (time) => {
    await takes(time, 100);
    return 1000;
  });
  loop.start();
  await clock.advance(50);
  let isStopped = false;
  void loop.stop().then(() => {
    isStopped = true;
  });
  await clock.advance(49);
  expect([loop.isStopped(), isStopped]).toEqual([true, false]);
  await clock.advance(1);
  expect(isStopped).toBe(true);
  await clock.advance(5000);
  expect(begun).toEqual([0]);
  expect(clock.pending()).toBe(0);
});

test('stop ends the sleep, the wait before the first round, and the pause after a failure', async () => {
  for (const options of [{}, { firstMs: 5000 }]) {
    for (const round of [() => Promise.resolve(5000), () => Promise.reject(new Error('broken'))]) {
      const { clock, loop } = open(round, options);
      loop.start();
      await clock.advance(10);
      await loop.stop();
      expect(clock.pending()).toBe(0);
    }
  }
});

test('a pause within a round ends with its time or with a stop, not with the bell', async () => {
  const { clock, bell, loop, begun } = open(async () => {
    await loop.pause(1000);
    return Number.POSITIVE_INFINITY;
  });
  loop.start();
  await clock.advance(100);
  bell.ring();
  await clock.advance(899);
  expect(begun).toEqual([0]);
  await clock.advance(1);
  expect(begun).toEqual([0, 1000]);
  await loop.stop();
  await loop.pause(1000);
  expect(clock.pending()).toBe(0);
});

test('a loop that drains goes on after a stop until nothing is left', async () => {
  let left = 3;
  const { clock, loop, begun } = open(
    () => {
      left -= 1;
      return Promise.resolve(100);
    },
    { firstMs: 1000, isDraining: () => left > 0 },
  );
  loop.start();
  const stopped = loop.stop();
  await clock.advance(200);
  await stopped;
  expect(begun).toEqual([0, 100, 200]);
});

test('a loop that never started stops immediately', async () => {
  const { loop, begun } = open(() => Promise.resolve(0));
  await loop.stop();
  expect(begun).toEqual([]);
});

test('an outage is logged once, and other failures once a minute', () => {
  let now = 0;
  const lines: string[] = [];
  const line = (_fields: object, message: string) => void lines.push(message);
  const log: Log = { debug: line, info: line, warn: line, error: line };
  const { onFailure, onSuccess } = logOutages(log, { monotonic: () => now }, 'failed');
  onFailure(new DatabaseUnavailable('away'));
  onFailure(new DatabaseUnavailable('away'));
  expect(lines).toHaveLength(1);
  onSuccess();
  onFailure(new DatabaseUnavailable('away'));
  expect(lines).toHaveLength(2);
  onFailure(new Error('broken'));
  onFailure(new Error('broken'));
  expect(lines).toHaveLength(3);
  now += 60_000;
  onFailure(new Error('broken'));
  expect(lines).toHaveLength(4);
});
