import type { Clock } from '../src/platform/runtime/clock.ts';
import type { Random } from '../src/platform/runtime/random.ts';

/** Maximum turns of the event loop before a test counts as hanging. */
const TURNS_MAX = 200_000;

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Advances the time. Fires due timers in order, and waits until all work that they start is done. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock. Doesn't fire timers or change the monotonic clock. */
  jump(ms: number): void;
  /** Advances the time as if the process stood still: timers that come due fire only afterwards. */
  stall(ms: number): void;
  /** Waits for all work that doesn't depend on time. */
  settle(): Promise<void>;
  pending(): number;
  /** Drops all timers, as if their process had ended. */
  dropTimers(): void;
}

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

/** @param outside pending work elsewhere, such as in a database, to wait for. None of its promises may reject */
export function createFakeClock(
  startAt: number,
  outside: ReadonlySet<Promise<unknown>> = new Set(),
): FakeClock {
  const timers = new Set<Timer>();
  let monotonic = 0;
  let offset = startAt;

  function firstDue(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of timers)
      if (timer.dueAt <= until && (first === undefined || timer.dueAt < first.dueAt)) first = timer;
    return first;
  }

  async function settle(): Promise<void> {
    await turnInCompany();
    while (outside.size > 0) {
      await Promise.race(outside);
      await turnInCompany();
    }
  }

  return {
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    after(delayMs, callback) {
      const timer = { dueAt: monotonic + Math.max(delayMs, 0), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const until = monotonic + ms;
      await settle();
      for (let timer = firstDue(until); timer !== undefined; timer = firstDue(until)) {
        monotonic = Math.max(monotonic, timer.dueAt);
        timers.delete(timer);
        timer.callback();
        await settle();
      }
      monotonic = until;
      await settle();
    },
    jump(ms) {
      offset += ms;
    },
    stall(ms) {
      monotonic += ms;
      for (const timer of [...timers].sort((a, b) => a.dueAt - b.dueAt)) {
        if (timer.dueAt > monotonic || !timers.delete(timer)) continue;
        timer.callback();
      }
    },
    settle,
    pending: () => timers.size,
    dropTimers: () => timers.clear(),
  };
}

let resting: Promise<void> | null = null;

/** Shared by all callers: if two callers turned the event loop separately, neither would see it idle. */
function turnInCompany(): Promise<void> {
  resting ??= turnUntilRest().finally(() => {
    resting = null;
  });
  return resting;
}

/**
 * Turns the event loop until its queues are empty. Promises settle within one turn, and `setImmediate` needs another.
 */
async function turnUntilRest(): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!process.getActiveResourcesInfo().includes('Immediate')) return;
  }
  throw new Error('What the test has set off does not come to rest while its clock stands still.');
}

/** Random numbers that are the same for the same seed. */
export interface SeededRandom extends Random {
  /** Returns a number from 0 to below 1. */
  fraction(): number;
  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  let uuids = 0;

  /** Mulberry32, a pseudorandom generator. */
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    uuid() {
      uuids += 1;
      const tail = Array.from({ length: 4 }, () => between(0, 15).toString(16)).join('');
      return `${uuids.toString(16).padStart(8, '0')}-0000-7000-8000-${seed.toString(16).padStart(8, '0').slice(-8)}${tail}`;
    },
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(''),
    bytes: (length) => Uint8Array.from({ length }, () => between(0, 255)),
  };
}
