import { AsyncLocalStorage } from 'node:async_hooks';

const confirmed = new AsyncLocalStorage<true>();

/** What better-auth is sent in place of the password. It must not be empty; its value is never compared. */
export const CONFIRMED_PASSWORD = { password: 'confirmed' };

/**
 * Takes a step for which better-auth asks for the password of whoever has one. The session's fresh sign-in has proven more
 * than the password alone, so within `take` any password is accepted.
 */
export function takeConfirmed<T>(take: () => Promise<T>): Promise<T> {
  return confirmed.run(true, take);
}

/** True within {@link takeConfirmed}, and nowhere else. */
export function isConfirmed(): boolean {
  return confirmed.getStore() === true;
}
