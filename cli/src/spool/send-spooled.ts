import { flush } from './flush.ts';
import type { SendOptions } from './send-report.ts';
import { hasSpool } from './spool.ts';

export interface SendSpooledOptions extends Omit<SendOptions, 'timeoutMs' | 'isRepeat'> {
  readonly stateFolder: string;
  readonly warn: (text: string) => void;
}

/**
 * Sends spooled reports of earlier runs within the time limit. Never throws. Call this function only when the service
 * is reachable.
 */
export async function sendSpooled(options: SendSpooledOptions, limitMs: number): Promise<void> {
  if (limitMs <= 0 || !hasSpool(options.stateFolder)) return;
  try {
    const { refused } = await flush(options.stateFolder, { ...options, limitMs });
    for (const reason of refused)
      options.warn(`A report of an earlier run was refused and dropped. ${reason}`);
  } catch (error) {
    options.warn(`The reports of earlier runs could not be sent: ${String(error)}`);
  }
}
