import { leaveSession } from '../data/account/session-end.ts';
import { api } from '../data/client.ts';

/** Ends the session, and forgets all that was read with it. */
export async function signOut(): Promise<void> {
  await leaveSession(() => api.accounts.signOut());
  window.location.assign('/sign-in');
}
