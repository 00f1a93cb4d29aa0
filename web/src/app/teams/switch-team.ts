import { api } from '../../data/client.ts';

const NEWS = 'overdue.team';

/** Also switches other tabs, because a session has one team at a time. */
export async function switchTeam(teamID: string): Promise<void> {
  await api.accounts.update({ teamID });
  new BroadcastChannel(NEWS).postMessage(teamID);
  window.location.assign('/monitors');
}

export function followTeam(): void {
  new BroadcastChannel(NEWS).onmessage = () => window.location.assign('/monitors');
}
