import { api } from '../../data/client.ts';

const CHANNEL_NAME = 'overdue.team';

/** Shared by all calls, so that a tab doesn't receive its own messages. */
let channel: BroadcastChannel | undefined;

function teamChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL_NAME);
  return channel;
}

/** Switches the team in all tabs, because a session has one team at a time. This tab then loads `next`. */
export async function switchTeam(teamID: string, { next = '/monitors' } = {}): Promise<void> {
  await api.accounts.update({ teamID });
  teamChannel().postMessage(teamID);
  window.location.assign(next);
}

export function followTeam(): void {
  teamChannel().onmessage = () => window.location.assign('/monitors');
}
