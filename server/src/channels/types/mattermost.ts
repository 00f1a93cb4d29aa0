import { createHmac } from 'node:crypto';
import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { escapeEnd, joinPieces } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { codeBlock, escapeMarkdown } from '../format/markdown.ts';
import { messageOf } from '../message.ts';
import {
  type Button,
  FORGED,
  INVALID,
  isSameText,
  type ParsedPress,
  type PressRequest,
  presserName,
} from '../presses/press.ts';
import { GONE_STATUSES_SELF_HOSTED, parseJSONOrNull, postJSON } from '../requests/posting.ts';
import { webAddress } from '../settings/setting.ts';

/** Servers before 5.0 accept 4 000 characters, and Mattermost's clients truncate longer attachments anyway. */
const TEXT_LENGTH_MAX = 3900;

interface MattermostSettings {
  readonly url: string;
  readonly buttons: boolean;
}

export function mattermost(): ChannelType<MattermostSettings> {
  return {
    type: 'mattermost',
    title: 'Mattermost',
    category: 'chat',
    isOftenSelfHosted: true,
    settings: z.strictObject({
      url: webAddress().meta({
        title: 'Webhook URL',
        description: 'The address of an incoming webhook.',
        example: 'https://mattermost.example.com/hooks/XXXX',
        secret: true,
      }),
      buttons: z.boolean().default(false).meta({
        title: 'Buttons',
        description:
          'Messages have buttons that acknowledge, snooze and pause. Mattermost must be able to reach this service.',
        example: true,
      }),
    }),
    tracksIncidents: false,
    buttons: {
      isOn: ({ buttons }) => buttons,
      parsePress: (request) => parseMattermostPress(request, mattermostMessage),
    },
    async send({ url }, alert, { request, buttons }) {
      const message = mattermostMessage(alert, buttons === null ? null : { ...buttons, result: null });
      const response = await request(postJSON(url, message));
      return sendResultOf(response, { goneStatuses: GONE_STATUSES_SELF_HOSTED });
    },
  };
}

function mattermostMessage({ actionURL, ...alert }: Alert, change: MattermostChange | null) {
  const { symbol, title, color, paragraphs, details, list, more, log, url, linkText, links } = messageOf(
    change === null && actionURL !== undefined ? { ...alert, actionURL } : alert,
  );
  const text = joinPieces(
    [
      ...paragraphs.map((paragraph) => `${escapeMarkdown(paragraph)}\n\n`),
      ...details.map(({ name, value }) => `**${name}** ${escapeMarkdown(value)}\n`),
      `[${linkText}](<${url}>)\n\n`,
      ...links.map((link) => `[${link.text}](<${link.url}>)\n\n`),
      ...list.map(({ name, note, url }) => `- [${escapeMarkdown(name)}](<${url}>) ${escapeMarkdown(note)}\n`),
      more === '' ? '' : `${more}\n`,
      (room) => (log === null ? '' : escapeEnd(log, room, codeBlock)),
    ],
    TEXT_LENGTH_MAX,
  );
  const heading = `${symbol} ${escapeMarkdown(title)}`;
  return {
    text: `**${heading}**`,
    attachments: [
      {
        fallback: heading,
        color,
        text,
        ...(change === null ? {} : { actions: mattermostActions(alert, change) }),
      },
      ...(change?.result == null ? [] : [{ fallback: change.result, text: escapeMarkdown(change.result) }]),
    ],
  };
}

const press = z.object({
  user_name: z.string().default(''),
  trigger_id: z.string().min(1),
  context: z.object({ token: z.string(), message: z.string(), signature: z.string() }),
});

/**
 * Reads a press of an interactive message: https://developers.mattermost.com/integrate/plugins/interactive-messages. Mattermost
 * doesn't sign its requests, but hides a button's context from users. The signed token in the context therefore serves as the
 * secret. A signature binds the message to the token, so that a button shows no other message.
 */
export function parseMattermostPress(
  { body, secret }: Pick<PressRequest, 'body' | 'secret'>,
  /** Writes the message again, with other buttons and the result. */
  rewrite: (
    alert: Alert,
    change: MattermostChange,
  ) => { readonly text: string; readonly attachments: unknown },
): ParsedPress {
  const parsed = parseJSONOrNull(body, press);
  if (parsed === null) return INVALID;
  const { user_name, trigger_id, context } = parsed;
  if (!isSameText(context.signature, signatureOf(context, secret))) return FORGED;
  return {
    kind: 'press',
    id: trigger_id,
    token: context.token,
    by: presserName(user_name),
    messageKey: context.message,
    respond({ text, buttons, pressURL, alert }) {
      if (alert === null) return { body: { ephemeral_text: text }, requests: [] };
      const message = rewrite(alert, { buttons, pressURL, secret, result: text });
      return {
        body: { update: { message: message.text, props: { attachments: message.attachments } } },
        requests: [],
      };
    },
  };
}

interface MattermostChange {
  readonly buttons: readonly Button[];
  readonly pressURL: string;
  /** Secret of the channel that gets the message. */
  readonly secret: string;
  /** Sentence about the last press; null if there was none. */
  readonly result: string | null;
}

export function mattermostActions(
  { key }: Pick<Alert, 'key'>,
  { buttons, pressURL, secret }: Pick<MattermostChange, 'buttons' | 'pressURL' | 'secret'>,
) {
  return buttons.map(({ action, text, token }) => ({
    // Mattermost accepts only letters and digits in a button's ID.
    id: action.replaceAll('_', ''),
    type: 'button',
    name: text,
    ...(action === 'acknowledge' ? { style: 'primary' } : {}),
    integration: { url: pressURL, context: contextOf({ token, message: key }, secret) },
  }));
}

interface SignedContext {
  readonly token: string;
  /** Key of the message. */
  readonly message: string;
}

function contextOf(signed: SignedContext, secret: string) {
  return { ...signed, signature: signatureOf(signed, secret) };
}

function signatureOf({ token, message }: SignedContext, secret: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([token, message]))
    .digest('base64url');
}
