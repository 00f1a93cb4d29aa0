import { DatabaseUnavailable } from '../database/unavailable.ts';
import { createBell } from '../platform/runtime/bell.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLoop, logOutages } from '../platform/runtime/loop.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import type { ClaimLeases } from './claim-leases.ts';
import type { EndedAttempt, NotifyStore } from './contract.ts';

/** How long to wait before saving attempts again while the database is unavailable. */
const SAVE_AGAIN_MS = 1000;

/** An attempt that has ended, before the final expiry of its delivery's lease is known. */
export type UnleasedAttempt = Omit<EndedAttempt, 'leaseUntil'>;

interface AttemptSaverOptions {
  readonly store: Pick<NotifyStore, 'recordAttempts'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly claims: ClaimLeases;
  /** Called with each batch of attempts after it is saved. */
  readonly onSaved: (attempts: readonly EndedAttempt[]) => Promise<void>;
}

/** Saves the results of many attempts per transaction. */
interface AttemptSaver {
  start(): void;
  add(attempt: UnleasedAttempt): void;
  /** Wakes the saving loop. Call after dropping a claim, so that a stopping loop notices when no claim is left. */
  wake(): void;
  /** Resolves once no delivery is claimed and all attempts are saved. */
  drain(): Promise<void>;
}

export function createAttemptSaver({
  store,
  clock,
  log,
  claims,
  onSaved,
}: AttemptSaverOptions): AttemptSaver {
  const bell = createBell(clock);
  const loop = createLoop({
    clock,
    bell,
    round: saveEnded,
    retryMs: SAVE_AGAIN_MS,
    observer: logOutages(log, clock, NOT_YET_SAVED),
    isDraining: () => claims.count() > 0,
  });
  let ended: UnleasedAttempt[] = [];
  /** Attempts that are being saved. A batch that the database rejects is saved again under the same keys. */
  let unsaved: readonly EndedAttempt[] = [];

  /** Saves the attempts that ended since the last round. Fails while the database is unavailable. */
  async function saveEnded(): Promise<number> {
    // Collects attempts that end in the same event loop turn, to save them together.
    await yieldToPings();
    if (unsaved.length === 0) unsaved = await takeEnded();
    if (unsaved.length === 0) return Number.POSITIVE_INFINITY;
    await record(unsaved);
    await onSaved(unsaved);
    unsaved = [];
    return ended.length === 0 ? Number.POSITIVE_INFINITY : 0;
  }

  async function takeEnded(): Promise<readonly EndedAttempt[]> {
    const attempts = ended;
    ended = [];
    const finished = await claims.finish(attempts.map(({ deliveryID }) => deliveryID));
    const leases = new Map(finished.map(({ deliveryID, leaseUntil }) => [deliveryID, leaseUntil]));
    return attempts.map((attempt) => ({ ...attempt, leaseUntil: leases.get(attempt.deliveryID) ?? 0 }));
  }

  async function record(attempts: readonly EndedAttempt[]): Promise<void> {
    try {
      await store.recordAttempts(attempts);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !loop.isStopped()) throw error;
      log.error({ err: error, deliveries: attempts.length }, NOT_SAVED);
    }
  }

  return {
    start: loop.start,
    add(attempt) {
      ended.push(attempt);
      if (unsaved.length === 0) bell.ring();
    },
    wake: () => bell.ring(),
    drain: loop.stop,
  };
}

const NOT_SAVED = 'Results of attempts could not be saved. The attempts will be repeated.';
const NOT_YET_SAVED = 'Results of attempts could not be saved. Retrying until the database is available.';
