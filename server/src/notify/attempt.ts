import type { Alert } from '../domain/alert.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { Outcome } from '../outbound/outcome.ts';
import type { Log } from '../runtime/log.ts';
import type { Tools } from './channel.ts';
import { hiding } from './settings/masking.ts';
import type { RegisteredChannel } from './settings/registration.ts';
import type { ChannelSettings } from './settings/settings-schema.ts';

/** What an attempt is made with. `secrets` are the texts that nobody may read in its outcome. */
export interface AttemptInput {
  readonly type: RegisteredChannel;
  readonly settings: ChannelSettings;
  readonly secrets: readonly string[];
  readonly tools: Tools;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Sends an alert once. Never rejects: what goes wrong is `failed`, and a defect is logged. */
export async function attempt(alert: Alert, input: AttemptInput): Promise<Outcome> {
  const { type, settings, tools, log } = input;
  const hidden = [...input.secrets];
  const hide = (text: string) => hiding(hidden)(text);
  try {
    const outcome = await type.sendWith(settings, alert, { ...tools, request: noting(tools, hidden) });
    return { ...outcome, answer: hide(outcome.answer) };
  } catch (error) {
    if (error instanceof OutboundError) {
      const { reason } = error;
      if (reason !== null)
        log.info({ channel: tools.channel.shortID, reason: hide(reason) }, 'A channel could not be reached.');
      return failed(hide(error.message));
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error(
      { channel: tools.channel.shortID, type: type.type, stack: hide(stack) },
      'A channel could not make its message.',
    );
    return failed('Overdue could not make this message: a defect, which its log tells of.');
  }
}

/** An attempt that did not come about, or had no answer. */
export function failed(answer: string): Outcome {
  return { outcome: 'failed', status: null, answer, retryAfterMs: null };
}

/** Adds to `hidden` what the channel makes of its secrets to prove who it is. */
function noting({ request }: Tools, hidden: string[]): Tools['request'] {
  return (sent) => {
    for (const [name, value] of Object.entries(sent.headers ?? {}))
      if (name.toLowerCase() === 'authorization') hidden.push(value, ...value.split(' ').slice(1));
    return request(sent);
  };
}
