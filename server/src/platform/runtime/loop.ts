import { type Bell, createBell } from './bell.ts';
import type { Clock } from './clock.ts';
import { createOutageLog, type Log } from './log.ts';
import { yieldToPings } from './yield-to-pings.ts';

/**
 * The loop of an engine. It runs one round after another:
 *
 * | After | the next round starts |
 * |---|---|
 * | a round that returns 0 | in the next turn of the event loop |
 * | a round that returns a delay | after the delay, or when the bell rings |
 * | a round during which the bell rang | immediately |
 * | a round that failed | after `retryMs`, or when the bell rings |
 *
 * Rounds never overlap. `stop` ends every wait, and resolves when the round under way has ended.
 */
export interface Loop {
  start(): void;
  /** Waits within a round. Only `stop` ends this wait early. */
  pause(delayMs: number): Promise<void>;
  isStopped(): boolean;
  stop(): Promise<void>;
}

/** Called after each round. */
export interface RoundObserver {
  readonly onFailure: (error: unknown) => void;
  readonly onSuccess: () => void;
}

export interface LoopOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Bell that starts the next round early. */
  readonly bell?: Bell;
  /** Delay before the first round, in milliseconds. Default: none. */
  readonly firstMs?: number;
  /** Runs one round. Returns the delay until the next round in milliseconds; an infinite delay waits for the bell. */
  readonly round: () => Promise<number>;
  readonly retryMs: number;
  readonly observer: RoundObserver;
  /** Whether rounds continue after `stop`. Default: false. */
  readonly isDraining?: () => boolean;
}

export function createLoop(options: LoopOptions): Loop {
  const { clock, round, retryMs, observer, firstMs = 0, isDraining = () => false } = options;
  const bell = options.bell ?? createBell(clock);
  const pausing = createBell(clock);
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  function isOver(): boolean {
    return isStopped && !isDraining();
  }

  async function run(): Promise<void> {
    if (firstMs > 0) await bell.wait(firstMs);
    while (!isOver()) {
      bell.clear();
      const delayMs = await runOnce();
      if (delayMs === 0) await yieldToPings();
      else if (!isOver()) await bell.wait(delayMs);
    }
  }

  async function runOnce(): Promise<number> {
    try {
      const delayMs = await round();
      observer.onSuccess();
      return delayMs;
    } catch (error) {
      observer.onFailure(error);
      // Drops rings of a failed round, which would otherwise cause a busy loop.
      bell.clear();
      return retryMs;
    }
  }

  return {
    start() {
      running = run();
    },
    pause(delayMs) {
      if (isOver()) return Promise.resolve();
      pausing.clear();
      return pausing.wait(delayMs);
    },
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      bell.ring();
      pausing.ring();
      return running;
    },
  };
}

/** Reports failures as {@link createOutageLog} does. */
export function logOutages(log: Log, clock: Pick<Clock, 'monotonic'>, message: string): RoundObserver {
  const outage = createOutageLog(log, clock);
  return {
    onFailure: (error) => outage.failed(error, message),
    onSuccess: () => outage.worked(),
  };
}
