import { describe, expect, test } from 'vitest';
import { sendContextOf, trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { zulip } from './zulip.ts';

const KEY = 'abcdefghijklmnop';

describe('zulip', () => {
  const { deliver } = trial((origin) => ({
    type: zulip(),
    settings: { url: `${origin}/`, email: 'bot@example.com', key: KEY, to: 'ops' },
  }));

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
});
