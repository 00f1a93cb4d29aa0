import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { escapeEnd, joinPieces, truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { codeBlock, escapeMarkdown } from '../format/markdown.ts';
import { ACTION_TEXT, messageOf } from '../message.ts';
import { discordButtons, discordLink, parseDiscordPress } from '../presses/discord.ts';
import { type Buttons, FORGED } from '../presses/press.ts';
import { parseJSONOrNull, postJSON } from '../requests/posting.ts';
import { withWait } from '../requests/retry-hint.ts';
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
