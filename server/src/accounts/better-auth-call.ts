import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from '../database/unavailable.ts';

const failed = new AsyncLocalStorage<{ unavailable: DatabaseUnavailable | null }>();

/**
 * If the database was unavailable, makes the current {@link throwingUnavailable} throw that error, so that the client retries. Returns false
 * otherwise. better-auth itself answers such an error with 500, or with 401 if it could not read the session.
 */
export function keepUnavailable(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof DatabaseUnavailable ? error.cause : error;
  const call = failed.getStore();
  if (call === undefined || !(cause instanceof DatabaseUnavailable)) return false;
  call.unavailable = cause;
  return true;
}

/** Makes a call of better-auth, and throws the error that {@link keepUnavailable} kept meanwhile. */
export async function throwingUnavailable<T>(makeCall: () => Promise<T>): Promise<T> {
  const call: { unavailable: DatabaseUnavailable | null } = { unavailable: null };
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
