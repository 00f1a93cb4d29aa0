import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { HOUR_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { type SendResult, sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundResponse } from '../../platform/outbound/request.ts';
import { escapeEnd, joinPieces } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { escapeHTML } from '../format/html.ts';
import { breakMentions } from '../format/markdown.ts';
import { messageOf } from '../message.ts';
import {
  type Button,
  type Buttons,
  FORGED,
  INVALID,
  isSameText,
  type ParsedPress,
  type PressRequest,
  presserName,
} from '../presses/press.ts';
import { parseJSONOrNull, postJSON, withWait } from '../requests/posting.ts';

/**
 * Maximum length of a message. We count text and markup, although Telegram counts only the text:
 * https://core.telegram.org/bots/api#sendmessage
 */
const TEXT_LENGTH_MAX = 4096;

/**
 * How long to assume that a bot's webhook is still set. Later, another channel with the same bot may have replaced the webhook.
 */
const WEBHOOK_MS = HOUR_MS;

interface TelegramSettings {
  readonly token: string;
  readonly chat: string;
  readonly thread?: number | undefined;
  readonly buttons: boolean;
}

export function telegram(origin = 'https://api.telegram.org'): ChannelType<TelegramSettings> {
  const webhooks = createRecentKeys(WEBHOOK_MS);
  return {
    type: 'telegram',
    title: 'Telegram',
    category: 'chat',
    isOftenSelfHosted: false,
    settings: z.strictObject({
      token: z
        .string()
        .trim()
        .regex(/^\d{1,20}:[\w-]{20,100}$/, 'Enter the token as BotFather shows it: 123456:ABC…')
        .meta({
          title: 'Bot token',
          description: 'The token of a bot, from @BotFather.',
          example: '123456789:AAF-exampleexampleexampleexample',
          secret: true,
        }),
      chat: z
        .string()
        .trim()
        .regex(/^(?:-?\d{1,20}|@\w{4,64})$/, 'Enter the number of a chat, or the @name of a channel.')
        .meta({
          title: 'Chat',
          description: 'The number of a chat or group that the bot is in, or the @name of a public channel.',
          example: '-1001234567890',
        }),
      thread: z.int().positive().optional().meta({
        title: 'Topic',
        description: 'The number of a topic in a group that has topics.',
        example: 42,
      }),
      buttons: z.boolean().default(false).meta({
        title: 'Buttons',
        description:
          'Messages have buttons that acknowledge, snooze and pause. Overdue sets the webhook of the bot, so the bot must not be used elsewhere.',
        example: true,
      }),
    }),
    tracksIncidents: false,
    buttons: {
      isOn: ({ buttons }) => buttons,
      parsePress: (request, { token }) => parseTelegramPress(request, { token, origin }),
    },
    async send(settings, alert, context) {
      const { request, now } = context;
      let { buttons } = context;
      const { token } = settings;
      if (buttons !== null && !webhooks.isRecent(`${token} ${buttons.pressURL}`, now)) {
        const set = telegramOutcome(await request(telegramWebhook({ token, origin }, buttons)));
        if (set.outcome === 'sent') webhooks.remember(`${token} ${buttons.pressURL}`, now);
        // If the webhook can't be set, sends the alert without buttons. Only a test alert fails, to show the problem.
        else if (alert.kind === 'test') return set;
        else buttons = null;
      }
      const send = (chat: string) =>
        request(
          postJSON(`${origin}/bot${token}/sendMessage`, telegramMessage(settings, chat, { alert, buttons })),
        );
      const response = await send(settings.chat);
      // A group that becomes a supergroup gets a new ID, which the response contains.
      const moved = newChatID(response);
      return telegramOutcome(moved === null ? response : await send(moved));
    },
  };
}

const ERROR = z.object({
  description: z.string().default(''),
  parameters: z
    .object({
      migrate_to_chat_id: z.int().optional(),
      retry_after: z.number().nonnegative().optional(),
    })
    .default({}),
});

function newChatID(response: OutboundResponse): string | null {
  const moved = parseJSONOrNull(response.body, ERROR)?.parameters.migrate_to_chat_id;
  return response.status === 400 && moved !== undefined ? String(moved) : null;
}

const GONE = /chat not found|bot was blocked|bot was kicked|user is deactivated|bot is not a member/i;

function telegramOutcome(response: OutboundResponse): SendResult {
  const error = parseJSONOrNull(response.body, ERROR);
  const isGone = GONE.test(error?.description ?? '');
  // 401 and 404: no bot has that token.
  const outcome = sendResultOf(response, { goneStatuses: isGone ? [400, 403] : [401, 403, 404] });
  return withWait(outcome, error?.parameters.retry_after);
}

function telegramMessage(
  { thread }: TelegramSettings,
  chat: string,
  { alert, buttons }: { readonly alert: Alert; readonly buttons: Buttons | null },
) {
  const { actionURL: _, ...withoutLink } = alert;
  const { symbol, title, paragraphs, details, list, more, log, url, linkText, links } = messageOf(
    buttons === null ? alert : withoutLink,
  );
  const text = joinPieces(
    [
      `${symbol} <b>${escapeText(title)}</b>\n`,
      ...paragraphs.map((paragraph) => `${escapeText(paragraph)}\n`),
      ...details.map(({ name, value }) => `${name}: ${escapeText(value)}\n`),
      `<a href="${escapeHTML(url)}">${linkText}</a>\n`,
      ...links.map((link) => `<a href="${escapeHTML(link.url)}">${link.text}</a>\n`),
      ...list.map(
        ({ name, note, url }) =>
          `• <a href="${escapeHTML(url)}">${escapeText(name)}</a> ${escapeText(note)}\n`,
      ),
      more === '' ? '' : `${more}\n`,
      (room) => (log === null ? '' : escapeEnd(log, room, (end) => `<pre>${escapeHTML(end)}</pre>`)),
    ],
    TEXT_LENGTH_MAX,
  );
  return {
    chat_id: chat,
    ...(thread === undefined ? {} : { message_thread_id: thread }),
    text,
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...(buttons === null || buttons.buttons.length === 0
      ? {}
      : { reply_markup: telegramKeyboard(buttons.buttons) }),
  };
}

function escapeText(text: string): string {
  return escapeHTML(breakMentions(text));
}

/** Maximum length of the notice that the presser sees: https://core.telegram.org/bots/api#answercallbackquery */
const NOTICE_LENGTH_MAX = 200;

const update = z.object({
  update_id: z.int(),
  callback_query: z
    .object({
      id: z.string(),
      from: z.object({
        first_name: z.string(),
        last_name: z.string().optional(),
        username: z.string().optional(),
      }),
      data: z.string().default(''),
      // Absent if the message is too old.
      message: z
        .object({
          message_id: z.int(),
          chat: z.object({ id: z.int() }),
          message_thread_id: z.int().optional(),
        })
        .optional(),
    })
    .optional(),
});

/** Reads a press of a bot's inline keyboard: https://core.telegram.org/bots/api#setwebhook and #callbackquery */
export function parseTelegramPress(
  { header, body, secret }: PressRequest,
  { token, origin }: { readonly token: string; readonly origin: string },
): ParsedPress {
  if (!isSameText(header('X-Telegram-Bot-Api-Secret-Token'), secret)) return FORGED;
  const parsed = parseJSONOrNull(body, update);
  if (parsed === null) return INVALID;
  // Accepts other kinds of updates, because Telegram repeats an update until the response status is 200.
  if (parsed.callback_query === undefined) return { kind: 'other', body: null };
  const { id, from, data, message } = parsed.callback_query;
  const call = (method: string, parameters: object) =>
    postJSON(`${origin}/bot${token}/${method}`, parameters);
  return {
    kind: 'press',
    id: String(parsed.update_id),
    token: data,
    by: presserName(`${from.first_name} ${from.last_name ?? ''}`, from.username),
    respond({ text, buttons }) {
      const notice = call('answerCallbackQuery', {
        callback_query_id: id,
        text: text.slice(0, NOTICE_LENGTH_MAX),
      });
      if (message === undefined) return { body: null, requests: [notice] };
      const { message_id, chat, message_thread_id } = message;
      const of = { chat_id: chat.id, message_id };
      return {
        body: null,
        requests: [
          notice,
          call('editMessageReplyMarkup', { ...of, reply_markup: telegramKeyboard(buttons) }),
          call('sendMessage', {
            chat_id: chat.id,
            ...(message_thread_id === undefined ? {} : { message_thread_id }),
            text,
            reply_parameters: { message_id, allow_sending_without_reply: true },
            disable_notification: true,
          }),
        ],
      };
    },
  };
}

/** Returns the keyboard. The acknowledge button has a separate row, because people need this button most. */
function telegramKeyboard(buttons: readonly Button[]) {
  const key = ({ text, token }: Button) => ({ text, callback_data: token });
  const rows = [
    buttons.filter(({ action }) => action === 'acknowledge'),
    buttons.filter(({ action }) => action.startsWith('snooze')),
    buttons.filter(({ action }) => action === 'pause'),
  ];
  return { inline_keyboard: rows.filter((row) => row.length > 0).map((row) => row.map(key)) };
}

/** Returns the request that makes the bot send presses to the service. */
function telegramWebhook(
  { token, origin }: { readonly token: string; readonly origin: string },
  { pressURL, secret }: { readonly pressURL: string; readonly secret: string },
) {
  return postJSON(`${origin}/bot${token}/setWebhook`, {
    url: pressURL,
    secret_token: secret,
    allowed_updates: ['callback_query'],
  });
}

/** Maximum keys that one set remembers. A further key displaces the oldest key. */
const KEYS_MAX = 10_000;

/** Keys that were seen recently. */
interface RecentKeys {
  isRecent(key: string, now: number): boolean;
  remember(key: string, now: number): void;
}

function createRecentKeys(forMs: number): RecentKeys {
  /** Oldest first. */
  const seenAt = new Map<string, number>();
  return {
    isRecent(key, now) {
      const at = seenAt.get(key);
      return at !== undefined && now < at + forMs;
    },
    remember(key, now) {
      seenAt.delete(key);
      const [oldest] = seenAt.keys();
      if (seenAt.size >= KEYS_MAX && oldest !== undefined) seenAt.delete(oldest);
      seenAt.set(key, now);
    },
  };
}
