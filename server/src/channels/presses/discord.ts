import { createPublicKey, verify } from 'node:crypto';
import { SECOND_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { escapeMarkdown } from '../format/markdown.ts';
import { parseJSONOrNull } from '../requests/posting.ts';
import {
  type Button,
  FORGED,
  INVALID,
  type ParsedPress,
  PRESS_WINDOW_MS,
  type PressRequest,
  presserName,
  STALE,
} from './press.ts';

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

export function discordButtons(buttons: readonly Button[]): readonly object[] {
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
export function discordLink(text: string, url: string): readonly object[] | null {
  if (url.length > URL_LENGTH_MAX) return null;
  return [{ type: ACTION_ROW, components: [{ type: BUTTON, style: STYLES.link, label: text, url }] }];
}
