import type { Client } from '../../../sdk/src/client.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { visibleLine } from '../print/plain.ts';

/** Maximum number of channels that a warning names. */
const FAILING_SHOWN = 5;

/** Channels whose last attempt to send failed. */
export interface FailingChannels {
  readonly text: string;
  /** Whether no channel works. */
  readonly isEvery: boolean;
}

/** Returns the channels whose last attempt failed. Null if none failed, or if the token may not read the channels. */
export async function failingChannels(client: Client): Promise<FailingChannels | null> {
  const failing: string[] = [];
  let enabled = 0;
  try {
    for await (const { name, disabled, lastError } of client.channels.all()) {
      if (disabled !== null) continue;
      enabled += 1;
      if (lastError !== null) failing.push(`${visibleLine(name)} (${visibleLine(lastError.answer)})`);
    }
  } catch (error) {
    if (error instanceof OverdueError) return null;
    throw error;
  }
  if (failing.length === 0) return null;
  const shown = `${failing.slice(0, FAILING_SHOWN).join('; ')}${failing.length > FAILING_SHOWN ? '; …' : ''}`;
  const isEvery = failing.length === enabled;
  const text = isEvery
    ? `The last attempt of every channel failed, so no alert arrives: ${shown}`
    : `The last attempt of ${failing.length} of ${enabled} channels failed: ${shown}`;
  return { text, isEvery };
}

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
