import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import { escapeEnd, joinPieces, truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { escapeHTML } from '../format/html.ts';
import { linkLines } from '../format/plain-text.ts';
import { messageOf } from '../message.ts';
import { parseJSONOrNull, postJSON, withWait } from '../requests/posting.ts';
import { urlUnder, webAddress, wordSetting } from '../settings/setting.ts';

/** An event may have 65 536 bytes, and a UTF-16 unit takes up to 3. */
const HTML_LENGTH_MAX = 12_000;
const PLAIN_LENGTH_MAX = 6_000;

interface MatrixSettings {
  readonly url: string;
  readonly token: string;
  readonly room: string;
}

export function matrix(): ChannelType<MatrixSettings> {
  return {
    type: 'matrix',
    title: 'Matrix',
    category: 'chat',
    isOftenSelfHosted: true,
    settings: z.strictObject({
      url: webAddress().meta({
        title: 'Homeserver',
        description: 'URL at which clients reach the homeserver.',
        example: 'https://matrix.example.com',
      }),
      token: wordSetting(2000).meta({
        title: 'Access token',
        description: 'The access token of an account that has joined the room.',
        example: 'syt_XXXX',
        secret: true,
      }),
      room: wordSetting(255)
        .regex(/^!/, 'Enter the internal ID of the room, which begins with "!". Aliases don’t work.')
        .meta({
          title: 'Room ID',
          description: "The room's internal ID, from its advanced settings.",
          example: '!abcdefg:example.com',
        }),
    }),
    tracksIncidents: false,
    async send({ url, token, room }, alert, { request }) {
      const [roomPart, transaction] = [encodeURIComponent(room), encodeURIComponent(alert.key)];
      const path = `/_matrix/client/v3/rooms/${roomPart}/send/m.room.message/${transaction}`;
      const posting = postJSON(urlUnder(url, path), matrixMessage(alert), {
        authorization: `Bearer ${token}`,
      });
      const response = await request({ ...posting, method: 'PUT' });
      return matrixOutcome(response);
    },
  };
}

const ERROR = z.object({ errcode: z.string(), retry_after_ms: z.number().nonnegative().optional() });
/**
 * Permanent errors: the token is invalid or its account is deactivated. Other refusals may be temporary, for example until a new
 * invitation.
 */
const GONE = ['M_UNKNOWN_TOKEN', 'M_USER_DEACTIVATED'];

function matrixOutcome(response: OutboundResponse): SendResult {
  const error = parseJSONOrNull(response.body, ERROR);
  const isGone = error !== null && GONE.includes(error.errcode);
  const outcome = sendResultOf(response, { goneStatuses: isGone ? [response.status] : [] });
  const wait = error?.retry_after_ms;
  return withWait(outcome, wait === undefined ? undefined : wait / 1000);
}

function matrixMessage(alert: Alert) {
  const { symbol, title, color, paragraphs, details, list, more, log, url, linkText, links } =
    messageOf(alert);
  const plain = [
    `${symbol} ${title}`,
    ...paragraphs,
    ...details.map(({ name, value }) => `${name}: ${value}`),
    ...list.map(({ name, note }) => `• ${name} ${note}`),
    ...(more === '' ? [] : [more]),
    url,
    ...linkLines({ links }),
    ...(log === null ? [] : [log]),
  ].join('\n');
  const html = joinPieces(
    [
      `<p>${symbol} <strong><font color="${color}" data-mx-color="${color}">${escapeHTML(title)}</font></strong></p>\n`,
      ...paragraphs.map((paragraph) => `<p>${escapeHTML(paragraph)}</p>\n`),
      ...details.map(({ name, value }) => `${name}: ${escapeHTML(value)}<br>\n`),
      `<p><a href="${escapeHTML(url)}">${linkText}</a></p>\n`,
      ...links.map((link) => `<p><a href="${escapeHTML(link.url)}">${link.text}</a></p>\n`),
      list.length > 0 ? `<ul>\n${list.map(listItem).join('')}</ul>\n` : '',
      more === '' ? '' : `<p>${more}</p>\n`,
      (room) => (log === null ? '' : escapeEnd(log, room, codeHTML)),
    ],
    HTML_LENGTH_MAX,
  );
  return {
    msgtype: 'm.text',
    body: truncate(plain, PLAIN_LENGTH_MAX),
    format: 'org.matrix.custom.html',
    formatted_body: html,
    // An empty `m.mentions` keeps clients from searching the text for mentions.
    'm.mentions': {},
  };
}

function listItem({
  name,
  note,
  url,
}: {
  readonly name: string;
  readonly note: string;
  readonly url: string;
}) {
  return `<li><a href="${escapeHTML(url)}">${escapeHTML(name)}</a> ${escapeHTML(note)}</li>\n`;
}

function codeHTML(log: string): string {
  return `<pre><code>${escapeHTML(log)}</code></pre>`;
}
