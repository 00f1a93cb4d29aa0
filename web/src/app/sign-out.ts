import { leaveSession } from '../data/account/session-end.ts';
import { api } from '../data/client.ts';

/** Ends the session and clears everything it read. */
export async function signOut(): Promise<void> {
  await leaveSession(() => api.accounts.signOut());
  window.location.assign('/sign-in');
}
