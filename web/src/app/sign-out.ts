import { endSession } from '../data/account/session-end.ts';
import { api } from '../data/client.ts';

export async function signOut(): Promise<void> {
  await endSession(() => api.accounts.signOut());
  window.location.assign('/sign-in');
}
