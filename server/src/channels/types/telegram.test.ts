import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { telegram } from './telegram.ts';

const TOKEN = '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ';

describe('telegram', () => {
  const { receiver, send, deliver, transcript } = trial((origin) => ({
    type: telegram(origin),
    settings: { token: TOKEN, chat: '-100200', thread: 7, buttons: false },
  }));

  test('sends the reviewed message', async () => {
    await expect(await transcript()).toMatchFileSnapshot('snapshots/telegram.txt');
  });

  test('escapes tags, entities and mentions in all input', async () => {
    const { text } = JSON.parse((await deliver(HOSTILE)).body);
    const tags = [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    expect(tags).toEqual(['<b>', '</b>', `<a href="${HOSTILE.url}">`, '</a>', '<pre>', '</pre>']);
    expect(text).toContain('&amp;amp;');
    expect(text.split('<pre>')[0]).not.toMatch(/@\w/);
  });

  test('keeps within the limit, and ends no tag half-way', async () => {
    const alert = { ...DOWN, text: Array.from({ length: 10 }, () => '<'.repeat(600)), log: '&'.repeat(2000) };
    const { text } = JSON.parse((await deliver(alert)).body);
    expect(text.length).toBeLessThanOrEqual(4096);
    expect(text.replace(/<\/?(?:b|a|pre)\b[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(?:lt|gt|amp|quot|#39);)/);
  });

  test.each([
    [403, 'Forbidden: bot was blocked by the user', 'gone'],
    [400, 'Bad Request: chat not found', 'gone'],
    [401, 'Unauthorized', 'gone'],
    [400, 'Bad Request: message thread not found', 'refused'],
    [500, 'Internal Server Error', 'failed'],
  ])('%i %s is %s', async (status, description, outcome) => {
    receiver().react({ status, body: JSON.stringify({ ok: false, error_code: status, description }) });
    expect(await send(DOWN)).toMatchObject({ outcome, status });
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

  test('waits as long as the response body asks', async () => {
    receiver().react({ status: 429, body: '{"ok":false,"parameters":{"retry_after":35}}' });
    expect(await send(DOWN)).toMatchObject({ outcome: 'failed', retryAfterMs: 35_000 });
  });
});
