import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { telegram } from './telegram.ts';

const TOKEN = '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ';

describe('telegram', () => {
  const { receiver, send, deliver } = trial((origin) => ({
    type: telegram(origin),
    settings: { token: TOKEN, chat: '-100200', thread: 7, buttons: false },
  }));

  test('escapes tags, entities and mentions in all input', async () => {
    const { text } = JSON.parse((await deliver(HOSTILE)).body);
    const tags = [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    expect(tags).toEqual(['<b>', '</b>', `<a href="${HOSTILE.url}">`, '</a>', '<pre>', '</pre>']);
    expect(text).toContain('&amp;amp;');
    expect(text.split('<pre>')[0]).not.toMatch(/@\w/);
  });

  test('ends no tag half-way at the limit', async () => {
    const alert = { ...DOWN, text: Array.from({ length: 10 }, () => '<'.repeat(600)), log: '&'.repeat(2000) };
    const { text } = JSON.parse((await deliver(alert)).body);
    expect(text.replace(/<\/?(?:b|a|pre)\b[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(?:lt|gt|amp|quot|#39);)/);
  });

  test('sends to the new ID of a group that became a supergroup', async () => {
    receiver().react(({ body }) =>
      JSON.parse(body).chat_id === '-100200'
        ? {
            status: 400,
            body: '{"ok":false,"description":"upgraded","parameters":{"migrate_to_chat_id":-100999}}',
          }
        : { status: 200, body: '{"ok":true}' },
    );
    expect(await send(DOWN)).toMatchObject({ outcome: 'sent' });
    expect(JSON.parse(receiver().last().body).chat_id).toBe('-100999');
  });
});
