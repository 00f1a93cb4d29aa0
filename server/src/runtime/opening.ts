import { DatabaseUnavailable } from '../store/unavailable.ts';
import { createBell } from './bell.ts';
import type { Clock } from './clock.ts';
import { createOutageLog, type Log } from './log.ts';

const RETRY_MS_MIN = 1000;
const RETRY_MS_MAX = 4000;

/** What the service does with its database before all else, at its start or as soon as the database is there. */
export interface Opening {
  /** Tries once. False when the database is away; rejects with whatever else keeps it from being used. */
  attempt(): Promise<boolean>;
  /** Tries until it works. False when it was stopped before; rejects as `attempt` does. */
  persist(): Promise<boolean>;
  /** Tries no more, and resolves when the attempt under way has ended. */
  stop(): Promise<void>;
}

/** @param open what is tried: all of it each time, however far it came the last time */
export function createOpening(options: {
  readonly open: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): Opening {
  const { open, clock, log } = options;
  const outage = createOutageLog(log);
  let isStopped = false;
  const stopping = createBell(clock);
  let trying: Promise<unknown> = Promise.resolve();

  async function attempt(): Promise<boolean> {
    try {
      await open();
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      outage.failed(error, 'The database is away at the start; it is tried again until it is there.');
      return false;
    }
  }

  async function persist(): Promise<boolean> {
    for (let delayMs = RETRY_MS_MIN; ; delayMs = Math.min(2 * delayMs, RETRY_MS_MAX)) {
      await stopping.wait(delayMs);
      if (isStopped) return false;
      if (await attempt()) break;
    }
    log.info({}, 'The database is there: the service does all that it is for.');
    return !isStopped;
  }

  return {
    attempt,
    persist() {
      const opened = persist();
      trying = opened.catch(() => undefined);
      return opened;
    },
    async stop() {
      isStopped = true;
      stopping.ring();
      await trying;
    },
  };
}
