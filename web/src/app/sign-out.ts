import { leaveSession } from '../data/account/session-end.ts';
import { api } from '../data/client.ts';

export async function signOut(): Promise<void> {
  await leaveSession(() => api.accounts.signOut());
  window.location.assign('/sign-in');
}
