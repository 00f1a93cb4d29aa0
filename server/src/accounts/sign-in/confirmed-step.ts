import { AsyncLocalStorage } from 'node:async_hooks';

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
