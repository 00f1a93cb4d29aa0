import { api } from '../../data/client.ts';

const CHANNEL_NAME = 'overdue.team';

/** Switches the team in all tabs, because a session has one team at a time. */
export async function switchTeam(teamID: string): Promise<void> {
  await api.accounts.update({ teamID });
  new BroadcastChannel(CHANNEL_NAME).postMessage(teamID);
  window.location.assign('/monitors');
}

export function followTeam(): void {
  new BroadcastChannel(CHANNEL_NAME).onmessage = () => window.location.assign('/monitors');
}
