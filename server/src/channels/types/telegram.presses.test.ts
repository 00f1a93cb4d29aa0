import { describe, expect, test } from 'vitest';
import type { PressRequest, PressResult } from '../presses/press.ts';
import { parseTelegramPress } from './telegram.ts';

const settings = { token: '123456:ABC', origin: 'https://api.telegram.org' };
const UPDATE = {
  update_id: 10_000,
  callback_query: {
    id: '4382bfdwdsb323b2d9',
    from: { id: 1111, is_bot: false, first_name: 'Ann', last_name: 'Example', username: 'ann' },
    message: { message_id: 1365, chat: { id: -100200, type: 'supergroup' }, message_thread_id: 7, date: 1 },
    chat_instance: '1',
    data: 'token',
  },
};
const RESULT: PressResult = {
  text: 'Ann Example acknowledged “job”.',
  buttons: [{ action: 'pause', text: 'Pause monitor', token: 'other' }],
  pressURL: '',
  alert: null,
};

function request(update: unknown, header = 'derived-secret'): PressRequest {
  return {
    header: (name) => (name === 'X-Telegram-Bot-Api-Secret-Token' ? header : ''),
    body: typeof update === 'string' ? update : JSON.stringify(update),
    path: '',
    now: 0,
    secret: 'derived-secret',
  };
}

describe('a press in Telegram', () => {
  test('a press is read if the request has the secret token', () => {
    expect(parseTelegramPress(request(UPDATE), settings)).toMatchObject({
      kind: 'press',
      id: '10000',
      token: 'token',
      by: 'Ann Example',
    });
  });

  test.each([
    ['another secret', request(UPDATE, 'derived-secreT'), 'forged'],
    ['no secret', request(UPDATE, ''), 'forged'],
    ['a body that is not an update', request('{}'), 'invalid'],
    ['a body that is no JSON', request('update_id=1'), 'invalid'],
  ])('a press with %s is refused', (_, refused, reason) => {
    expect(parseTelegramPress(refused, settings)).toEqual({ kind: 'refusal', reason });
  });

  test('other updates are accepted, so that Telegram does not repeat them', () => {
    expect(parseTelegramPress(request({ update_id: 1, message: {} }), settings)).toEqual({
      kind: 'other',
      body: null,
    });
  });

  test('answers the press, removes buttons, and shows the result in the topic of the chat', () => {
    const press = parseTelegramPress(request(UPDATE), settings);
    if (press.kind !== 'press') throw new Error('refused');
    const { requests } = press.respond(RESULT);
    expect(requests.map(({ url, body }) => [url.split('/').at(-1), JSON.parse(String(body))])).toEqual([
      ['answerCallbackQuery', { callback_query_id: '4382bfdwdsb323b2d9', text: RESULT.text }],
      [
        'editMessageReplyMarkup',
        {
          chat_id: -100200,
          message_id: 1365,
          reply_markup: { inline_keyboard: [[{ text: 'Pause monitor', callback_data: 'other' }]] },
        },
      ],
      [
        'sendMessage',
        {
          chat_id: -100200,
          message_thread_id: 7,
          text: RESULT.text,
          reply_parameters: { message_id: 1365, allow_sending_without_reply: true },
          disable_notification: true,
        },
      ],
    ]);
  });
});
