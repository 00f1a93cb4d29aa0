import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { truncateStart } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { type Message, messageOf } from '../message.ts';
import { type Buttons, FORGED } from '../presses/press.ts';
import { parseSlackPress, slackButtons } from '../presses/slack.ts';
import { postJSON } from '../requests/posting.ts';
import { hostedURL } from '../settings/setting.ts';

const LOG_LENGTH_MAX = 2000;
const ORIGINS = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];

/** Response texts of Slack which mean that a webhook will never work again, whatever the status code. */
const GONE =
  /^(?:no_service|no_service_id|no_team|team_disabled|no_active_hooks|channel_not_found|channel_is_archived|action_prohibited|invalid_token)\b/;

interface SlackSettings {
  readonly url: string;
  readonly signingSecret?: string | undefined;
}

export function slack(origins: readonly string[] = ORIGINS): ChannelType<SlackSettings> {
  return {
    type: 'slack',
    title: 'Slack',
    category: 'chat',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      url: hostedURL(origins, '/').meta({
        title: 'Webhook URL',
        description: 'The address of an incoming webhook.',
        example: 'https://hooks.slack.com/services/T000/B000/XXXX',
        secret: true,
      }),
      signingSecret: z
        .string()
        .trim()
        .regex(/^[0-9a-f]{32,64}$/, 'Enter the signing secret as Slack shows it: 32 letters and digits.')
        .optional()
        .meta({
          title: 'Signing secret',
          description:
            'From "Basic Information" of your Slack app. Turns on buttons. After you save, this page shows the address to enter in Slack.',
          example: '8f742231b10e8888abcd990000085a5f',
          secret: true,
        }),
    }),
    tracksIncidents: false,
    buttons: {
      isOn: ({ signingSecret }) => signingSecret !== undefined,
      parsePress: (request, { signingSecret = '' }) =>
        signingSecret === '' ? FORGED : parseSlackPress(request, { signingSecret, origins }),
    },
    async send({ url }, alert, { request, buttons }) {
      const response = await request(postJSON(url, slackMessage(alert, buttons)));
      return sendResultOf(response, {
        goneStatuses: GONE.test(response.body) ? [response.status] : [404, 410],
      });
    },
  };
}

/**
 * Builds only rich text, which contains no markup. Slack interprets entities in the notification's text, so this text is escaped.
 */
function slackMessage({ actionURL, ...alert }: Alert, buttons: Buttons | null) {
  const message = messageOf(buttons === null && actionURL !== undefined ? { ...alert, actionURL } : alert);
  return {
    text: escapeSlack(`${message.symbol} ${message.title}`),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    attachments: [
      {
        color: message.color,
        blocks: [
          { type: 'rich_text', elements: elementsOf(message) },
          ...slackButtons(buttons?.buttons ?? []),
        ],
      },
    ],
  };
}

function elementsOf({ paragraphs, details, list, more, log, url, linkText, links }: Message) {
  const lines = [...paragraphs, details.map(({ name, value }) => `${name}: ${value}`).join(' · ')];
  const items = list.map(({ name, note, url }) =>
    section([{ type: 'link', url, text: name }, text(` ${note}`)]),
  );
  return [
    section(lines.filter((line) => line !== '').map((line) => text(`${line}\n`))),
    ...(items.length > 0 ? [{ type: 'rich_text_list', style: 'bullet', elements: items }] : []),
    ...(more === '' ? [] : [section([text(more)])]),
    ...(log === null
      ? []
      : [{ type: 'rich_text_preformatted', elements: [text(truncateStart(log, LOG_LENGTH_MAX))] }]),
    section([{ type: 'link', url, text: linkText }]),
    ...links.map((link) => section([{ type: 'link', url: link.url, text: link.text }])),
  ];
}

function section(elements: readonly object[]) {
  return { type: 'rich_text_section', elements };
}

function text(text: string) {
  return { type: 'text', text };
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
