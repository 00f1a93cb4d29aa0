import { AppError } from '@overdue/domain/error.ts';
import type { Random } from '../platform/runtime/random.ts';
import { createTurns, type Turns } from '../platform/runtime/turns.ts';
import { hashPassword, type PasswordCost, verifyPassword } from '../platform/security/password.ts';

/**
 * Passwords that are hashed or verified at a time. Leaves two threads of Node's pool to everything else, and keeps a flood of
 * sign-ins from taking the processor away from pings.
 */
const RUNNING_MAX = 2;
/** Passwords that wait for their turn: about three seconds of work. */
const PASSWORDS_WAITING_MAX = 100;
const RETRY_AFTER_SECONDS = 3;

/** Hashes and verifies passwords in order of arrival. Throws `unavailable` if too many passwords wait. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

export function createPasswordWork({
  random,
  cost,
  turns = createTurns({ runningMax: RUNNING_MAX, waitingMax: PASSWORDS_WAITING_MAX }),
}: {
  readonly random: Pick<Random, 'bytes'>;
  readonly cost?: PasswordCost | undefined;
  readonly turns?: Turns | undefined;
}): PasswordWork {
  function take<T>(work: () => Promise<T>): Promise<T> {
    if (!turns.isFull()) return turns.take(work);
    const message = 'Too many people are signing in at this moment. Try again in a few seconds.';
    throw new AppError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  return {
    hash: async (password) => take(() => hashPassword(password, random, cost)),
    verify: async (password, hash) => take(() => verifyPassword(password, hash)),
  };
}
