import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import { escapeEnd, joinPieces } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { escapeHTML } from '../format/html.ts';
import { messageOf } from '../message.ts';
import { postJSON } from '../requests/posting.ts';
import { hostedURL } from '../settings/setting.ts';

/** A message may have 32 000 bytes, including the log, and a UTF-16 unit takes up to 3 bytes. */
const TEXT_LENGTH_MAX = 5000;
const LOG_LENGTH_MAX = 3000;

interface GoogleChatSettings {
  readonly url: string;
}

export function googleChat(
  origins: readonly string[] = ['https://chat.googleapis.com'],
): ChannelType<GoogleChatSettings> {
  return {
    type: 'googlechat',
    title: 'Google Chat',
    category: 'chat',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      url: hostedURL(origins, '/v1/spaces/').meta({
        title: 'Webhook URL',
        description: "The address of a space's webhook, with its key and token.",
        example: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=XXXX&token=XXXX',
        secret: true,
      }),
    }),
    tracksIncidents: false,
    async send({ url }, alert, { request }) {
      const address = new URL(url);
      address.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
      // With the same request ID, a retry returns the message of the first attempt.
      address.searchParams.set('requestId', alert.key);
      const response = await request(postJSON(address.href, googleChatMessage(alert)));
      return sendResultOf(response, { goneStatuses: [401, 403, 404] });
    },
  };
}

/**
 * Builds a card. Texts in a card may contain a few HTML tags but no mentions. A plain message would be less predictable, because
 * its Markdown handling depends on the webhook.
 */
function googleChatMessage(alert: Alert) {
  const { symbol, title, paragraphs, details, list, more, log, url, linkText, links } = messageOf(alert);
  const text = joinPieces(
    [
      ...paragraphs.map((paragraph) => `${escapeHTML(paragraph)}\n`),
      ...details.map(({ name, value }) => `<b>${name}</b> ${escapeHTML(value)}\n`),
      ...list.map(
        ({ name, note, url }) =>
          `• <a href="${escapeHTML(url)}">${escapeHTML(name)}</a> ${escapeHTML(note)}\n`,
      ),
      more,
    ],
    TEXT_LENGTH_MAX,
  ).trimEnd();
  const widgets = [
    { textParagraph: { text } },
    ...(log === null ? [] : [{ textParagraph: { text: escapeEnd(log, LOG_LENGTH_MAX, escapeHTML) } }]),
    {
      buttonList: {
        buttons: [{ text: linkText, url }, ...links].map((link) => ({
          text: link.text,
          onClick: { openLink: { url: link.url } },
        })),
      },
    },
  ];
  const [item] = alert.items;
  return {
    // Puts the recovery into the thread of its alarm.
    thread: { threadKey: (alert.items.length === 1 ? item?.incident?.id : null) ?? alert.key },
    fallbackText: `${symbol} ${title}`,
    cardsV2: [
      { cardId: alert.key, card: { header: { title: `${symbol} ${title}` }, sections: [{ widgets }] } },
    ],
  };
}
