import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import { escapeEnd, joinPieces, oneLine, truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { codeBlock, codeSpan } from '../format/markdown.ts';
import { messageOf } from '../message.ts';
import { parseJSONOrNull, withWait } from '../requests/posting.ts';
import { urlUnder, webAddress, wordSetting } from '../settings/setting.ts';

/** Lowest limit that a server can have: https://zulip.com/api/send-message */
const CONTENT_LENGTH_MAX = 10_000;
const TOPIC_LENGTH_MAX = 60;

interface ZulipSettings {
  readonly url: string;
  readonly email: string;
  readonly key: string;
  readonly to: string;
  readonly topic?: string | undefined;
  readonly type?: 'stream' | 'private' | undefined;
}

export function zulip(): ChannelType<ZulipSettings> {
  return {
    type: 'zulip',
    title: 'Zulip',
    category: 'chat',
    isOftenSelfHosted: true,
    settings: z.strictObject({
      url: webAddress().meta({
        title: 'Address',
        description: 'URL of your organization.',
        example: 'https://example.zulipchat.com',
      }),
      email: wordSetting(320).meta({
        title: "Bot's email",
        description: 'The email address that Zulip shows for the bot.',
        example: 'overdue-bot@example.zulipchat.com',
      }),
      key: wordSetting(200).meta({
        title: 'API key',
        description: "The bot's API key.",
        example: 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
        secret: true,
      }),
      type: z.enum(['stream', 'private']).optional().meta({
        title: 'Kind',
        description: '`stream` for a channel (default), or `private` for direct messages.',
        example: 'stream',
      }),
      to: z.string().trim().min(1).max(500).meta({
        title: 'To',
        description: 'The name of the channel; for direct messages email addresses, separated by commas.',
        example: 'ops',
      }),
      topic: z.string().trim().min(1).max(TOPIC_LENGTH_MAX).optional().meta({
        title: 'Topic',
        description: 'Default: the name of the monitor, so that each monitor has its own thread.',
        example: 'alerts',
      }),
    }),
    tracksIncidents: false,
    async send(settings, alert, { request }) {
      const { url, email, key } = settings;
      const response = await request({
        method: 'POST',
        url: urlUnder(url, '/api/v1/messages'),
        headers: {
          authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: zulipMessage(settings, alert).toString(),
      });
      return zulipOutcome(response);
    },
  };
}

const ERROR = z.object({ code: z.string().optional(), 'retry-after': z.number().nonnegative().optional() });
/**
 * Permanent errors. `UNAUTHORIZED` isn't one of them: it means that no credentials arrived, for example because a proxy drops
 * them.
 */
const GONE = ['INVALID_API_KEY', 'USER_DEACTIVATED', 'REALM_DEACTIVATED', 'STREAM_DOES_NOT_EXIST'];

function zulipOutcome(response: OutboundResponse): SendResult {
  const error = parseJSONOrNull(response.body, ERROR);
  const isGone = GONE.includes(error?.code ?? '');
  return withWait(
    sendResultOf(response, { goneStatuses: isGone ? [response.status] : [] }),
    error?.['retry-after'],
  );
}

function zulipMessage({ type, to, topic }: ZulipSettings, alert: Alert): URLSearchParams {
  const content = zulipContent(alert);
  if (type === 'private') {
    const people = to.split(',').map((person) => person.trim());
    return new URLSearchParams({ type: 'private', to: JSON.stringify(people), content });
  }
  const [item] = alert.items;
  const subject = alert.items.length === 1 && item !== undefined ? item.monitor.name : alert.title;
  const thread = topic ?? (truncate(oneLine(subject), TOPIC_LENGTH_MAX) || 'Overdue');
  return new URLSearchParams({ type: 'stream', to, topic: thread, content });
}

/** Shows untrusted text as code, because Zulip's Markdown has no escapes. */
function zulipContent(alert: Alert): string {
  const { symbol, title, paragraphs, details, list, more, log, url, linkText, links } = messageOf(alert);
  return joinPieces(
    [
      `${symbol} ${codeSpan(title)}\n`,
      ...paragraphs.map((paragraph) => `\u2022 ${codeSpan(paragraph)}\n`),
      ...details.map(({ name, value }) => `\u2022 ${name}: ${codeSpan(value)}\n`),
      `[${linkText}](${url})\n`,
      ...links.map((link) => `[${link.text}](${link.url})\n`),
      ...list.map(({ name, note, url }) => `\u2022 ${codeSpan(name)} ${codeSpan(note)} [open](${url})\n`),
      more === '' ? '' : `${more}\n`,
      (room) => (log === null ? '' : escapeEnd(log, room, codeBlock)),
    ],
    CONTENT_LENGTH_MAX,
  );
}
