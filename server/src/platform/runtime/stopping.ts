import { DatabaseUnavailable } from '../../database/unavailable.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/**
 * Deadlines of the shutdown steps, in milliseconds since the shutdown began. All deadlines are below 10 s, because containers are
 * killed after 10 s. No acknowledged ping is lost, whichever step hangs:
 *
 * - `databaseStart`: an unfinished migration is rolled back, and starts over at the next start.
 * - `requests`: requests that are still waiting get status 503. Their pings were not acknowledged.
 * - `mails`: account mails that the mail server doesn't accept are lost. Users can request them again.
 * - `pings`: pings in the spool are stored at the next start.
 * - `watchdog`, `presence`, `retention`: the next process continues their work. The time in between becomes a blind window.
 * - `alerts`: unfinished delivery attempts are repeated with the same keys once their leases expire.
 * - `database`: connections that don't close end with the process.
 */
export const STOP_BY_MS = {
  databaseStart: 1000,
  requests: 4000,
  mails: 4500,
  pings: 6000,
  watchdog: 6500,
  presence: 7000,
  alerts: 7500,
  retention: 7700,
  database: 8000,
} as const;

export interface StopStep {
  readonly name: string;
  readonly byMs: number;
  /** @param leftMs time left until the deadline */
  readonly run: (leftMs: number) => unknown;
}

/**
 * Runs all steps in order, even after a failure. Then rejects with the first failure. An unavailable database doesn't count as a
 * failure.
 */
export async function stopInSteps(
  steps: readonly StopStep[],
  { clock, log }: { readonly clock: Pick<Clock, 'monotonic' | 'after'>; readonly log: Pick<Log, 'warn'> },
): Promise<void> {
  const startedAt = clock.monotonic();
  const failures: unknown[] = [];
  for (const { name, byMs, run } of steps) {
    const leftMs = Math.max(0, byMs - (clock.monotonic() - startedAt));
    const { promise: isOver, resolve: end } = Promise.withResolvers<'late'>();
    const cancel = clock.after(leftMs, () => end('late'));
    const done = Promise.try(run, leftMs).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable) log.warn({ err: error, step: name }, AWAY);
      else failures.push(error);
    });
    const outcome = await Promise.race([done, isOver]);
    cancel();
    if (outcome === 'late')
      log.warn(
        { step: name },
        'This shutdown step took too long. The shutdown continues without waiting for it.',
      );
  }
  if (failures.length > 0) throw failures[0];
}

const AWAY = 'The database is unavailable, so this shutdown step was skipped.';
