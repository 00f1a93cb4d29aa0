import { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { GONE_STATUSES_SELF_HOSTED, postJSON } from '../requests/posting.ts';
import { urlUnder, webAddress } from '../settings/setting.ts';

/** Signal turns longer texts into attachments. */
const TEXT_LENGTH_MAX = 2000;

const settings = z.strictObject({
  server: webAddress().meta({
    title: 'Gateway',
    description: 'Your signal-cli-rest-api.',
    example: 'https://signal.example.com',
  }),
  sender: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'A number with its country code, such as +37120000000.')
    .meta({
      title: 'Sender',
      description: 'Number registered with the gateway.',
      example: '+37120000000',
    }),
  recipient: z
    .string()
    .regex(
      /^(?:\+[1-9]\d{6,14}|group\.[A-Za-z0-9+/=_-]{1,200}|[\w.-]{1,40}\.\d{2,9})$/,
      'A number, a group ID or a user name.',
    )
    .meta({
      title: 'Recipient',
      description: 'A number with its country code, the ID of a group (group.…), or a user name (anna.42).',
      example: '+37120000001',
    }),
});

type Settings = z.infer<typeof settings>;

/** Signal has no idempotency key, so a repeated attempt may show twice. */
export function signal(): ChannelType<Settings> {
  return {
    type: 'signal',
    title: 'Signal',
    category: 'phone',
    isOftenSelfHosted: true,
    settings,
    tracksIncidents: false,
    async send({ server, sender, recipient }, alert, { request }) {
      const message = messageOf(alert);
      const head = `${message.symbol} ${message.title}\n\n`;
      const tail = `\n\n${message.url}`;
      const body = {
        number: sender,
        recipients: [recipient],
        message: `${head}${messageText(message, TEXT_LENGTH_MAX - head.length - tail.length)}${tail}`,
        // Without this setting, a gateway may interpret *asterisks* as markup.
        text_mode: 'normal',
      };
      return outcomeOfGateway(await request(postJSON(urlUnder(server, '/v2/send'), body)), recipient);
    },
  };
}

/**
 * The gateway responds to every error with status 400, so the response text decides the outcome. An unregistered sender may be a
 * temporary error.
 */
function outcomeOfGateway(response: OutboundResponse, recipient: string): SendResult {
  const outcome = sendResultOf(response, { goneStatuses: GONE_STATUSES_SELF_HOSTED });
  if (response.status !== 400) return outcome;
  const shown = { status: response.status, answer: outcome.answer };
  if (/unregistered user/i.test(response.body)) {
    // In a group, this error means that one member has left Signal. The other members received the message.
    return { outcome: recipient.startsWith('group.') ? 'sent' : 'gone', ...shown };
  }
  return { outcome: 'failed', ...shown, retryAfterMs: null };
}
