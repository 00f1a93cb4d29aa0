import { endSession } from '../data/account/session-end.ts';
import { api } from '../data/client.ts';

/** How long a sign-out waits for the browser's push subscription to end. */
const FORGET_MS_MAX = 1000;

export function signOut(): Promise<void> {
  return leave(() => api.accounts.signOut());
}

/** Ends the session, stops notifications in this browser and opens the sign-in page. */
export async function leave(end: () => Promise<unknown>): Promise<void> {
  await endSession(end);
  // A longer wait isn't needed: after the sign-out, the service sends no notifications to this browser.
  const late = new Promise((resolve) => setTimeout(resolve, FORGET_MS_MAX));
  await Promise.race([forgetDevice().catch(() => undefined), late]);
  window.location.assign('/sign-in');
}

async function forgetDevice(): Promise<void> {
  const { forgetThisDevice } = await import('../devices/this-device.ts');
  await forgetThisDevice();
}
