import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import type { SendResult } from '../platform/outbound/outcome.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { SendContext } from './channel.ts';
import { redactor } from './settings/masking.ts';
import type { RegisteredChannel } from './settings/registration.ts';
import type { ChannelSettings } from './settings/settings-schema.ts';

/** `secrets` are texts to hide in the outcome. */
interface AttemptInput {
  readonly channelType: RegisteredChannel;
  readonly settings: ChannelSettings;
  readonly secrets: readonly string[];
  readonly context: SendContext;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Sends an alert once. Never rejects: an error becomes `failed`, and a defect is logged. */
export async function sendOnce(alert: Alert, input: AttemptInput): Promise<SendResult> {
  const { channelType, settings, context, log } = input;
  const hidden = [...input.secrets];
  const hide = (text: string) => redactor(hidden)(text);
  try {
    const outcome = await channelType.sendWith(settings, alert, {
      ...context,
      request: collectCredentials(context, hidden),
    });
    return { ...outcome, answer: hide(outcome.answer) };
  } catch (error) {
    if (error instanceof OutboundError) {
      const { reason } = error;
      if (reason !== null)
        log.info(
          { channel: context.channel.shortID, reason: hide(reason) },
          'A channel could not be reached.',
        );
      return failedResult(hide(error.message));
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error(
      { channel: context.channel.shortID, type: channelType.type, stack: hide(stack) },
      'A channel failed to create its message.',
    );
    return failedResult(
      'Overdue failed to create this message because of a defect. See the log of Overdue for details.',
    );
  }
}

export function failedResult(answer: string): SendResult {
  return { outcome: 'failed', status: null, answer, retryAfterMs: null };
}

/** Returns a `request` that adds the credentials in each Authorization header to `hidden`. */
function collectCredentials({ request }: SendContext, hidden: string[]): SendContext['request'] {
  return (sent) => {
    for (const [name, value] of Object.entries(sent.headers ?? {}))
      if (name.toLowerCase() === 'authorization') hidden.push(value, ...value.split(' ').slice(1));
    return request(sent);
  };
}
