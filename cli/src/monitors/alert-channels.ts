import type { Client } from '../../../sdk/src/client.ts';
import { OverdueError } from '../../../sdk/src/error.ts';

/** Whether the team has a channel that receives alerts. Also true if the token may not read the channels. */
export async function hasChannel(client: Client): Promise<boolean> {
  try {
    for await (const { disabled } of client.channels.all()) if (disabled === null) return true;
    return false;
  } catch (error) {
    if (error instanceof OverdueError) return true;
    throw error;
  }
}

export function noChannelText(serviceURL: string): string {
  return `No alerts are sent yet, because the team has no channel. Add one: ${serviceURL}/channels/new`;
}
