import { api } from '../../data/client.ts';

const NEWS = 'overdue.team';

/** Switches the team here and in the browser's other tabs, because a session has one team at a time. */
export async function switchTeam(teamID: string): Promise<void> {
  await api.accounts.update({ teamID });
  new BroadcastChannel(NEWS).postMessage(teamID);
  window.location.assign('/monitors');
}

/** Reloads the page when another tab switches the team. */
export function followTeam(): void {
  new BroadcastChannel(NEWS).onmessage = () => window.location.assign('/monitors');
}
