import { api } from '../data/client.ts';
import { leaveSession } from '../data/session-end.ts';

/** Ends the session, and forgets all that was read with it. */
export async function signOut(): Promise<void> {
  await leaveSession(() => api.accounts.signOut());
  window.location.assign('/sign-in');
}
