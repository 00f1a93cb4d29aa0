import { describe, expect, test } from 'vitest';
import { sendContextOf, trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { zulip } from './zulip.ts';

const KEY = 'abcdefghijklmnop';

describe('zulip', () => {
  const { receiver, send, deliver, transcript } = trial((origin) => ({
    type: zulip(),
    settings: { url: `${origin}/`, email: 'bot@example.com', key: KEY, to: 'ops' },
  }));

  test('sends the reviewed message', async () => {
    await expect(await transcript()).toMatchFileSnapshot('snapshots/zulip.txt');
  });

  test('all input is shown as code', async () => {
    const content = new URLSearchParams((await deliver(HOSTILE)).body).get('content') ?? '';
    const blocks = content.split('```');
    expect(blocks).toHaveLength(3);
    const prose = blocks[0]?.replace(/`` ?.*? ?``(?!`)/g, '') ?? '';
    expect(prose).not.toMatch(/[@*<>~|]|evil/);
    expect(prose).toContain(`[Open the incident](${HOSTILE.url})`);
  });

  test('sends direct messages to several people', async () => {
    let body = '';
    const context = sendContextOf(async (request) => {
      body = String(request.body ?? '');
      return { status: 200, headers: {}, body: '' };
    });
    const settings = {
      url: 'https://z.example',
      email: 'b@e.c',
      key: KEY,
      type: 'private' as const,
      to: 'a@e.c, b@e.c',
    };
    await zulip().send(settings, DOWN, context);
    const form = new URLSearchParams(body);
    expect([form.get('type'), form.get('to'), form.get('topic')]).toEqual([
      'private',
      '["a@e.c","b@e.c"]',
      null,
    ]);
  });

  test('keeps within 10 000 characters', async () => {
    const alert = { ...DOWN, text: Array.from({ length: 30 }, () => '`'.repeat(600)), log: '`'.repeat(9000) };
    const content = new URLSearchParams((await deliver(alert)).body).get('content') ?? '';
    expect(content.length).toBeLessThanOrEqual(10_000);
  });

  test.each([
    [401, 'INVALID_API_KEY', 'gone'],
    [400, 'STREAM_DOES_NOT_EXIST', 'gone'],
    [401, 'USER_DEACTIVATED', 'gone'],
    [401, 'UNAUTHORIZED', 'failed'],
    [403, '', 'failed'],
    [400, 'BAD_REQUEST', 'refused'],
    [500, '', 'failed'],
  ])('%i %s is %s', async (status, code, outcome) => {
    receiver().react({ status, body: JSON.stringify({ result: 'error', msg: 'no', code }) });
    expect(await send(DOWN)).toMatchObject({ outcome, status });
  });

  test('waits as long as the response body asks', async () => {
    receiver().react({ status: 429, body: '{"code":"RATE_LIMIT_HIT","retry-after":2.5}' });
    expect(await send(DOWN)).toMatchObject({ outcome: 'failed', retryAfterMs: 2500 });
  });
});
