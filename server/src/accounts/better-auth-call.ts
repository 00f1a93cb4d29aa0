import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@overdue/domain/error.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';

type Unavailable = DatabaseUnavailable | AppError;

const failed = new AsyncLocalStorage<{ unavailable: Unavailable | null }>();

/**
 * If the database was unavailable, or too many passwords waited, makes the current {@link throwingUnavailable} throw that error, so
 * that the client retries. Returns false otherwise. better-auth itself answers such an error with 500, or with 401 if it could not
 * read the session.
 */
export function keepUnavailable(error: unknown): boolean {
  const cause = error instanceof Error && isUnavailable(error.cause) ? error.cause : error;
  const call = failed.getStore();
  if (call === undefined || !isUnavailable(cause)) return false;
  call.unavailable = cause;
  return true;
}

function isUnavailable(error: unknown): error is Unavailable {
  return error instanceof DatabaseUnavailable || (error instanceof AppError && error.code === 'unavailable');
}

/** Makes a call of better-auth, and throws the error that {@link keepUnavailable} kept meanwhile. */
export async function throwingUnavailable<T>(makeCall: () => Promise<T>): Promise<T> {
  const call: { unavailable: Unavailable | null } = { unavailable: null };
  const result = await failed.run(call, makeCall);
  if (call.unavailable !== null) throw call.unavailable;
  return result;
}

const bypass = new AsyncLocalStorage<true>();

/** Placeholder for the password in requests to better-auth. It must not be empty; its value is never compared. */
export const CONFIRMED_PASSWORD = { password: 'confirmed' };

/** Runs `take`. Meanwhile, better-auth accepts any password. Used for steps whose user has already confirmed their identity. */
export function bypassPasswordCheck<T>(take: () => Promise<T>): Promise<T> {
  return bypass.run(true, take);
}

/** Whether this code runs within {@link bypassPasswordCheck}. */
export function isPasswordCheckBypassed(): boolean {
  return bypass.getStore() === true;
}
