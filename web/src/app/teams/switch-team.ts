import { api } from '../../data/client.ts';

const NEWS = 'overdue.team';

/** Opens another team, here and in the browser's other tabs: a session has one team at a time. */
export async function switchTeam(teamID: string): Promise<void> {
  await api.accounts.update({ teamID });
  new BroadcastChannel(NEWS).postMessage(teamID);
  window.location.assign('/monitors');
}

/** Reloads when another tab has opened another team. */
export function followTeam(): void {
  new BroadcastChannel(NEWS).onmessage = () => window.location.assign('/monitors');
}
