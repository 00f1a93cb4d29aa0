import { DatabaseUnavailable } from '../store/unavailable.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/**
 * When each step of a stop ends at the latest, in milliseconds since its beginning: containers are killed after 10 s. Whatever hangs,
 * nothing that was acknowledged is lost:
 *
 * - `opening`: a migration that has not ended is rolled back, and begins anew at the next start.
 * - `requests`: requests that wait for something that hangs get 503. Their pings were not acknowledged.
 * - `mails`: mails about accounts that the mail server does not take are lost. Whoever asked for one asks again.
 * - `pings`: pings that are on disk in the spool are stored at the next start.
 * - `watchdog`, `watch`, `retention`: the next start goes on where they were; the time between is a blind window.
 * - `alerts`: attempts that have not ended are repeated under their key when their leases have run out.
 * - `database`: connections that do not close end with the process.
 */
export const STOP_BY_MS = {
  opening: 1000,
  requests: 4000,
  mails: 4500,
  pings: 6000,
  watchdog: 6500,
  watch: 7000,
  alerts: 7500,
  retention: 7700,
  database: 8000,
} as const;

/** A part of stopping, and when the next part begins though this one has not ended. */
export interface StopStep {
  readonly name: string;
  /** Milliseconds since the stop began. */
  readonly byMs: number;
  /** @param leftMs time until then */
  readonly run: (leftMs: number) => unknown;
}

/**
 * Takes the steps of a stop one after the other. A step that hangs or fails does not keep the next ones from being taken. Rejects
 * with the first failure when all steps are done; a database that is away is none.
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
    if (outcome === 'late') log.warn({ step: name }, 'Stopping goes on although this step has not ended.');
  }
  if (failures.length > 0) throw failures[0];
}

const AWAY = 'The database is away, so this step of stopping was left out.';
