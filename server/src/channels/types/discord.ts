import { createPublicKey, verify } from 'node:crypto';
import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { SECOND_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { escapeEnd, joinPieces, truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { codeBlock, escapeMarkdown } from '../format/markdown.ts';
import { ACTION_TEXT, messageOf } from '../message.ts';
import {
  type Button,
  type Buttons,
  FORGED,
  INVALID,
  type ParsedPress,
  PRESS_WINDOW_MS,
  type PressRequest,
  presserName,
  STALE,
} from '../presses/press.ts';
import { parseJSONOrNull, postJSON, withWait } from '../requests/posting.ts';
import { hostedURL } from '../settings/setting.ts';

/** Limits of an embed, counted after escaping: https://docs.discord.com/developers/resources/message */
const TITLE_LENGTH_MAX = 256;
const DESCRIPTION_LENGTH_MAX = 4096;

const ORIGINS = [
  'https://discord.com',
  'https://discordapp.com',
  'https://ptb.discord.com',
  'https://canary.discord.com',
];

interface DiscordSettings {
  readonly url: string;
  readonly publicKey?: string | undefined;
}

export function discord(origins: readonly string[] = ORIGINS): ChannelType<DiscordSettings> {
  return {
    type: 'discord',
    title: 'Discord',
    category: 'chat',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      url: hostedURL(origins, '/api/').meta({
        title: 'Webhook URL',
        description: "The address of a channel's webhook; add ?thread_id=… for a thread.",
        example: 'https://discord.com/api/webhooks/1234/XXXX',
        secret: true,
      }),
      publicKey: z
        .string()
        .trim()
        .regex(/^[0-9a-f]{64}$/, 'Enter the public key as Discord shows it: 64 letters and digits.')
        .optional()
        .meta({
          title: 'Public key',
          description:
            'The public key of the application that owns the webhook. Turns on buttons. Other webhooks show a link instead.',
          example: 'a'.repeat(64),
        }),
    }),
    tracksIncidents: false,
    buttons: {
      isOn: ({ publicKey }) => publicKey !== undefined,
      parsePress: (request, { publicKey }) =>
        publicKey === undefined ? FORGED : parseDiscordPress(request, { publicKey }),
    },
    async send({ url }, alert, { request, buttons }) {
      const address = new URL(url);
      // Without `wait`, Discord responds before it has checked the message.
      address.searchParams.set('wait', 'true');
      const message = discordMessage(alert, buttons);
      // Without this parameter, Discord ignores the components of ordinary webhooks.
      if ('components' in message) address.searchParams.set('with_components', 'true');
      const response = await request(postJSON(address.href, message));
      return withWait(
        sendResultOf(response, { goneStatuses: [401, 404] }),
        parseJSONOrNull(response.body, LIMITED)?.retry_after,
      );
    },
  };
}

const LIMITED = z.object({ retry_after: z.number().nonnegative() });

function discordMessage({ actionURL, ...alert }: Alert, buttons: Buttons | null) {
  const link = buttons === null && actionURL !== undefined ? discordLink(ACTION_TEXT, actionURL) : null;
  const components = link ?? discordButtons(buttons?.buttons ?? []);
  const { title, color, paragraphs, details, list, more, log, url, linkText, links } = messageOf(
    components.length === 0 && actionURL !== undefined ? { ...alert, actionURL } : alert,
  );
  const description = joinPieces(
    [
      ...paragraphs.map((paragraph) => `${escapeMarkdown(paragraph)}\n`),
      ...details.map(({ name, value }) => `**${name}** ${escapeMarkdown(value)}\n`),
      `[${linkText}](<${url}>)\n`,
      ...links.map((link) => `[${link.text}](<${link.url}>)\n`),
      ...list.map(({ name, note }) => `- ${escapeMarkdown(name)} (${escapeMarkdown(note)})\n`),
      more === '' ? '' : `${more}\n`,
      (room) => (log === null ? '' : escapeEnd(log, room, codeBlock)),
    ],
    DESCRIPTION_LENGTH_MAX,
  );
  return {
    embeds: [
      {
        title: truncate(escapeMarkdown(title), TITLE_LENGTH_MAX),
        url,
        description,
        color: Number.parseInt(color.slice(1), 16),
        timestamp: new Date(alert.at).toISOString(),
      },
    ],
    ...(components.length === 0 ? {} : { components }),
    allowed_mentions: { parse: [] },
  };
}

/** Types of interactions and responses: https://docs.discord.com/developers/interactions/receiving-and-responding */
const PING = 1;
const MESSAGE_COMPONENT = 3;
const PONG = 1;
const UPDATE_MESSAGE = 7;
/** Types and styles of components: https://docs.discord.com/developers/components/reference */
const ACTION_ROW = 1;
const BUTTON = 2;
const STYLES = { primary: 1, secondary: 2, link: 5 } as const;
const URL_LENGTH_MAX = 512;

const user = z.object({ username: z.string(), global_name: z.string().nullish() });
const interaction = z.discriminatedUnion('type', [
  z.object({ type: z.literal(PING) }),
  z.object({
    type: z.literal(MESSAGE_COMPONENT),
    id: z.string(),
    data: z.object({ custom_id: z.string() }),
    member: z.object({ nick: z.string().nullish(), user }).optional(),
    user: user.optional(),
  }),
]);

/** Reads an interaction, signed with the key of the application that owns the webhook. */
export function parseDiscordPress(
  { header, body, now }: PressRequest,
  { publicKey }: { readonly publicKey: string },
): ParsedPress {
  const timestamp = header('X-Signature-Timestamp');
  const signature = Buffer.from(header('X-Signature-Ed25519'), 'hex');
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (!verify(null, Buffer.from(timestamp + body), key, signature)) return FORGED;
  if (!(Math.abs(now - Number(timestamp) * SECOND_MS) <= PRESS_WINDOW_MS)) return STALE;
  const parsed = parseJSONOrNull(body, interaction);
  if (parsed === null) return INVALID;
  if (parsed.type === PING) return { kind: 'other', body: { type: PONG } };
  const person = parsed.member?.user ?? parsed.user;
  return {
    kind: 'press',
    id: parsed.id,
    token: parsed.data.custom_id,
    by: presserName(parsed.member?.nick, person?.global_name, person?.username),
    // Omits `embeds`, so that Discord keeps the alert's embed.
    respond: ({ text, buttons }) => ({
      body: {
        type: UPDATE_MESSAGE,
        data: {
          content: escapeMarkdown(text),
          components: discordButtons(buttons),
          allowed_mentions: { parse: [] },
        },
      },
      requests: [],
    }),
  };
}

function discordButtons(buttons: readonly Button[]): readonly object[] {
  if (buttons.length === 0) return [];
  return [
    {
      type: ACTION_ROW,
      components: buttons.map(({ action, text, token }) => ({
        type: BUTTON,
        style: action === 'acknowledge' ? STYLES.primary : STYLES.secondary,
        label: text,
        custom_id: token,
      })),
    },
  ];
}

/** Returns a button that opens a page, which every webhook may send; null if the address is too long. */
function discordLink(text: string, url: string): readonly object[] | null {
  if (url.length > URL_LENGTH_MAX) return null;
  return [{ type: ACTION_ROW, components: [{ type: BUTTON, style: STYLES.link, label: text, url }] }];
}
