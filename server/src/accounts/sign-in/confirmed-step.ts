import { AsyncLocalStorage } from 'node:async_hooks';

const confirmed = new AsyncLocalStorage<true>();

/** Placeholder for the password in requests to better-auth. It must not be empty; its value is never compared. */
export const CONFIRMED_PASSWORD = { password: 'confirmed' };

/** Performs a step for which better-auth asks for the password. While `take` runs, better-auth accepts any password. */
export function takeConfirmed<T>(take: () => Promise<T>): Promise<T> {
  return confirmed.run(true, take);
}

/** Whether this code runs within {@link takeConfirmed}. */
export function isConfirmed(): boolean {
  return confirmed.getStore() === true;
}
