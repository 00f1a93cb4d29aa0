import { DatabaseUnavailable } from '../../database/unavailable.ts';
import { createBell } from './bell.ts';
import type { Clock } from './clock.ts';
import { createOutageLog, type Log } from './log.ts';

const RETRY_MS_MIN = 1000;
const RETRY_MS_MAX = 4000;

/** Prepares the database when the service starts, or as soon as the database is available. */
export interface DatabaseStart {
  /** Tries once. Returns false if the database is unavailable; rejects with any other error. */
  attempt(): Promise<boolean>;
  /** Retries until `attempt` succeeds. Returns false if stopped first; rejects with the error of `attempt`. */
  retryUntilReady(): Promise<boolean>;
  /** Stops retrying, and resolves once the current attempt has ended. */
  stop(): Promise<void>;
}

/** @param open prepares the database; every attempt calls this function anew */
export function createDatabaseStart(options: {
  readonly open: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): DatabaseStart {
  const { open, clock, log } = options;
  const outage = createOutageLog(log, clock);
  let isStopped = false;
  const stopping = createBell(clock);
  let trying: Promise<unknown> = Promise.resolve();

  async function attempt(): Promise<boolean> {
    try {
      await open();
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      outage.failed(error, 'The database is unavailable at the start. Retrying until it is available.');
      return false;
    }
  }

  async function retryUntilReady(): Promise<boolean> {
    for (let delayMs = RETRY_MS_MIN; ; delayMs = Math.min(2 * delayMs, RETRY_MS_MAX)) {
      await stopping.wait(delayMs);
      if (isStopped) return false;
      if (await attempt()) break;
    }
    log.info({}, 'The database is available. The service is fully operational.');
    return !isStopped;
  }

  return {
    attempt,
    retryUntilReady() {
      const opened = retryUntilReady();
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
