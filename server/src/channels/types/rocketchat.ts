import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { escapeEnd, joinPieces } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { breakMentions, codeBlock } from '../format/markdown.ts';
import { messageOf } from '../message.ts';
import { GONE_STATUSES_SELF_HOSTED, postJSON } from '../requests/posting.ts';
import { webAddress } from '../settings/setting.ts';

/** Workspaces accept 5 000 characters by default. */
const TEXT_LENGTH_MAX = 4500;

interface RocketChatSettings {
  readonly url: string;
}

export function rocketchat(): ChannelType<RocketChatSettings> {
  return {
    type: 'rocketchat',
    title: 'Rocket.Chat',
    category: 'chat',
    isOftenSelfHosted: true,
    settings: z.strictObject({
      url: webAddress().meta({
        title: 'Webhook URL',
        description: 'The address of an incoming integration.',
        example: 'https://chat.example.com/hooks/XXXX/XXXX',
        secret: true,
      }),
    }),
    tracksIncidents: false,
    async send({ url }, alert, { request }) {
      const response = await request(postJSON(url, rocketChatMessage(alert)));
      // Rocket.Chat responds with status 400 to invalid messages and to messages for deleted rooms.
      return sendResultOf(response, { goneStatuses: GONE_STATUSES_SELF_HOSTED });
    },
  };
}

function rocketChatMessage(alert: Alert) {
  const { symbol, title, color, paragraphs, details, list, more, log, url, linkText, links } =
    messageOf(alert);
  const text = joinPieces(
    [
      ...paragraphs.map((paragraph) => `${escapeRocket(paragraph)}\n`),
      ...details.map(({ name, value }) => `*${name}* ${escapeRocket(value)}\n`),
      `[${linkText}](${url})\n`,
      ...links.map((link) => `[${link.text}](${link.url})\n`),
      ...list.map(({ name, note }) => `• ${escapeRocket(name)} (${escapeRocket(note)})\n`),
      more === '' ? '' : `${more}\n`,
      (room) => (log === null ? '' : escapeEnd(log, room, codeBlock)),
    ],
    TEXT_LENGTH_MAX,
  );
  return { text: `${symbol} ${escapeRocket(title)}`, parseUrls: false, attachments: [{ color, text }] };
}

/**
 * Escapes only `*`, `_`, `~`, backtick and `#` with a backslash, because Rocket.Chat's parser allows no other escapes. Breaks up
 * other markup with an invisible character.
 */
function escapeRocket(text: string): string {
  const apart = text.replace(/[\\<[\]$|]/g, (mark) => `${mark}\u200b`);
  return breakMentions(apart.replace(/[*_~`#]/g, '\\$&'));
}
