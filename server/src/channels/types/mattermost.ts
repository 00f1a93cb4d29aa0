import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { escapeEnd, joinPieces } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { codeBlock, escapeMarkdown } from '../format/markdown.ts';
import { messageOf } from '../message.ts';
import { type MattermostChange, mattermostActions, parseMattermostPress } from '../presses/mattermost.ts';
import { GONE_STATUSES_SELF_HOSTED, postJSON } from '../requests/posting.ts';
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
