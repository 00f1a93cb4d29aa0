import { z } from 'zod';
import { parseJSONOrNull, postJSON } from '../requests/posting.ts';
import { type Button, FORGED, INVALID, type ParsedPress, type PressRequest, presserName } from './press.ts';
import { isSameText } from './same-text.ts';

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
export function telegramKeyboard(buttons: readonly Button[]) {
  const key = ({ text, token }: Button) => ({ text, callback_data: token });
  const rows = [
    buttons.filter(({ action }) => action === 'acknowledge'),
    buttons.filter(({ action }) => action.startsWith('snooze')),
    buttons.filter(({ action }) => action === 'pause'),
  ];
  return { inline_keyboard: rows.filter((row) => row.length > 0).map((row) => row.map(key)) };
}

/** Returns the request that makes the bot send presses to the service. */
export function telegramWebhook(
  { token, origin }: { readonly token: string; readonly origin: string },
  { pressURL, secret }: { readonly pressURL: string; readonly secret: string },
) {
  return postJSON(`${origin}/bot${token}/setWebhook`, {
    url: pressURL,
    secret_token: secret,
    allowed_updates: ['callback_query'],
  });
}
