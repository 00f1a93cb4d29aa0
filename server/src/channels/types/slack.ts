import { createHmac } from 'node:crypto';
import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { SECOND_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { truncateStart } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { type Message, messageOf } from '../message.ts';
import {
  type Button,
  type Buttons,
  FORGED,
  INVALID,
  isSameText,
  type ParsedPress,
  PRESS_WINDOW_MS,
  type PressRequest,
  presserName,
  STALE,
} from '../presses/press.ts';
import { parseJSONOrNull, postJSON } from '../requests/posting.ts';
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

const RESULT = 'overdue-result';

const block = z.looseObject({ type: z.string(), block_id: z.string().optional() });
const payload = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() }),
  response_url: z.url(),
  actions: z.array(z.object({ value: z.string().default('') })).min(1),
  message: z.object({
    text: z.string().default(''),
    attachments: z
      .array(z.looseObject({ color: z.string().optional(), blocks: z.array(block).default([]) }))
      .min(1),
  }),
});

/**
 * Reads the press of a button in a Slack app's message: https://docs.slack.dev/authentication/verifying-requests-from-slack and
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function parseSlackPress(
  { header, body, now }: PressRequest,
  { signingSecret, origins }: { readonly signingSecret: string; readonly origins: readonly string[] },
): ParsedPress {
  const timestamp = header('X-Slack-Request-Timestamp');
  const signature = header('X-Slack-Signature');
  const expected = `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  if (!isSameText(signature, expected)) return FORGED;
  if (!(Math.abs(now - Number(timestamp) * SECOND_MS) <= PRESS_WINDOW_MS)) return STALE;
  const press = parseJSONOrNull(new URLSearchParams(body).get('payload') ?? '', payload);
  if (press === null || !origins.includes(new URL(press.response_url).origin)) return INVALID;
  const { user, actions, message, response_url } = press;
  return {
    kind: 'press',
    id: signature,
    token: actions[0]?.value ?? '',
    by: presserName(user.name, user.username),
    respond: ({ text, buttons }) => ({
      body: null,
      requests: [
        postJSON(response_url, {
          replace_original: true,
          text: message.text,
          attachments: message.attachments.map(({ color, blocks }, index) => ({
            color,
            blocks:
              index > 0
                ? blocks
                : [
                    ...blocks.filter(({ type, block_id }) => type !== 'actions' && block_id !== RESULT),
                    resultBlock(text),
                    ...slackButtons(buttons),
                  ],
          })),
        }),
      ],
    }),
  };
}

/** Returns the block that shows the result of a press, as plain text without markup. */
function resultBlock(text: string) {
  return {
    type: 'context',
    block_id: RESULT,
    elements: [{ type: 'plain_text', text, emoji: false }],
  };
}

/** Returns the block with the buttons; an empty list if there are no buttons. */
function slackButtons(buttons: readonly Button[]): readonly object[] {
  if (buttons.length === 0) return [];
  return [
    {
      type: 'actions',
      elements: buttons.map(({ action, text, token }) => ({
        type: 'button',
        action_id: action,
        text: { type: 'plain_text', text, emoji: false },
        value: token,
        ...(action === 'acknowledge' ? { style: 'primary' } : {}),
        ...(action === 'pause' ? { confirm: CONFIRMATION } : {}),
      })),
    },
  ];
}

const CONFIRMATION = {
  title: { type: 'plain_text', text: 'Pause the monitor?' },
  text: { type: 'plain_text', text: 'A paused monitor causes no alerts until a member resumes it.' },
  confirm: { type: 'plain_text', text: 'Pause' },
  deny: { type: 'plain_text', text: 'Cancel' },
};
