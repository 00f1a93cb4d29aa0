import type { Alert, Severity } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { ChannelType } from '../channel.ts';
import { messageText } from '../format/plain-text.ts';
import { type Message, messageOf, type Tone } from '../message.ts';
import { GONE_STATUSES_SELF_HOSTED, postJSON } from '../requests/posting.ts';
import { urlUnder, webAddress } from '../settings/setting.ts';

/** ntfy turns longer messages into attachments. */
const MESSAGE_BYTES_MAX = 4096;
/** ntfy accepts JSON bodies up to twice the message limit. */
const BODY_BYTES_MAX = 2 * MESSAGE_BYTES_MAX;

const PRIORITIES: Readonly<Record<Severity, number>> = { low: 2, normal: 3, high: 4, critical: 5 };
const TAGS: Readonly<Record<Tone, string>> = {
  bad: 'red_circle',
  warning: 'orange_circle',
  good: 'green_circle',
  neutral: 'large_blue_circle',
};

const settings = z.strictObject({
  server: webAddress()
    .default('https://ntfy.sh')
    .meta({ title: 'Server', description: 'The ntfy server.', example: 'https://ntfy.example.com' }),
  topic: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,64}$/, 'Up to 64 letters, digits, - and _.')
    .meta({
      title: 'Topic',
      description:
        'Anyone who knows a topic on a public server can read it, so choose a name that is hard to guess.',
      example: 'acme-cron-7f3k2',
      secret: true,
    }),
  token: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,200}$/, 'Up to 200 letters, digits, - and _.')
    .optional()
    .meta({
      title: 'Access token',
      description: 'For protected topics.',
      example: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
      secret: true,
    }),
});

type Settings = z.infer<typeof settings>;

/**
 * Publishes the message as JSON, so that no message text has to fit into headers. A repeated attempt uses the same sequence ID,
 * so its message replaces the first.
 */
export function ntfy(): ChannelType<Settings> {
  return {
    type: 'ntfy',
    title: 'ntfy',
    category: 'phone',
    isOftenSelfHosted: true,
    settings,
    tracksIncidents: false,
    async send({ server, topic, token }, alert, { request }) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const response = await request(postJSON(urlUnder(server, '/'), publication(topic, alert), headers));
      return sendResultOf(response, { goneStatuses: GONE_STATUSES_SELF_HOSTED });
    },
  };
}

function publication(topic: string, { actionURL, ...alert }: Alert): Readonly<Record<string, unknown>> {
  const message = messageOf(alert);
  const rest = {
    topic,
    title: message.title,
    priority: priorityOf(message, alert.severity),
    tags: [TAGS[message.tone]],
    click: message.url,
    sequence_id: alert.key,
    ...(actionURL === undefined ? {} : { actions: buttons(actionURL) }),
  };
  return { ...rest, message: fittingText(message, byteLength(JSON.stringify(rest))) };
}

/** Returns two buttons that replace the link: one acknowledges the incident directly, the other opens the page with actions. */
function buttons(actionURL: string): readonly object[] {
  return [
    {
      action: 'http',
      label: 'Acknowledge',
      url: actionURL,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'action=acknowledge',
      clear: true,
    },
    { action: 'view', label: 'Other actions', url: actionURL },
  ];
}

function priorityOf({ tone }: Message, severity: Severity): number {
  return tone === 'bad' ? PRIORITIES[severity] : Math.min(PRIORITIES[severity], PRIORITIES.normal);
}

/** Truncates to limits that count bytes. The size of a character depends on the script and on JSON's escapes. */
function fittingText(message: Message, restBytes: number): string {
  for (let max = MESSAGE_BYTES_MAX; ; max = Math.floor(max * 0.9)) {
    const text = messageText(message, max);
    const fits =
      byteLength(text) <= MESSAGE_BYTES_MAX &&
      restBytes + byteLength(JSON.stringify({ message: text })) <= BODY_BYTES_MAX;
    if (fits || max === 0) return text;
  }
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
