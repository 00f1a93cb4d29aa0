import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { slack } from './slack.ts';

describe('slack', () => {
  const { receiver, send, deliver, transcript } = trial((origin) => ({
    type: slack([origin]),
    settings: { url: `${origin}/services/T0/B0/secret` },
  }));

  test('sends the reviewed message', async () => {
    await expect(await transcript()).toMatchFileSnapshot('snapshots/slack.txt');
  });

  test('shows external markup, mentions and code fences unchanged', async () => {
    const { text, mrkdwn, attachments } = JSON.parse((await deliver(HOSTILE)).body);
    // Slack interprets entities and mentions in `text`, so its special characters must be escaped.
    expect(text).not.toMatch(/[<>]/);
    expect(text).toContain('&lt;!channel&gt;');
    expect(mrkdwn).toBe(false);
    // The attachments contain only rich text, in which Slack interprets no markup, so only safe element types may occur.
    const types = new Set(
      [...JSON.stringify(attachments).matchAll(/"type":"(\w+)"/g)].map(([, type]) => type),
    );
    expect([...types].sort()).toEqual(
      ['link', 'rich_text', 'rich_text_preformatted', 'rich_text_section', 'text'].sort(),
    );
    expect([...JSON.stringify(attachments).matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)).toEqual([
      HOSTILE.url,
    ]);
  });

  test.each([
    [404, 'no_service', 'gone'],
    [410, 'channel_is_archived', 'gone'],
    [403, 'action_prohibited', 'gone'],
    [403, 'invalid_token', 'gone'],
    [400, 'invalid_payload', 'refused'],
    [500, 'rollup_error', 'failed'],
    [429, 'rate_limited', 'failed'],
  ])('%i %s is %s', async (status, body, outcome) => {
    receiver().react({ status, body });
    expect(await send(DOWN)).toMatchObject({ outcome, status, answer: body });
  });

  test('waits as long as the response asks', async () => {
    receiver().react({ status: 429, body: 'rate_limited', headers: { 'retry-after': '7' } });
    expect(await send(DOWN)).toMatchObject({ outcome: 'failed', retryAfterMs: 7000 });
  });

  test('accepts only the address of a Slack webhook', () => {
    const { settings } = slack();
    expect(settings.safeParse({ url: 'https://hooks.slack.com/services/T/B/x' }).success).toBe(true);
    expect(settings.safeParse({ url: 'https://hooks.slack.com.evil.example/services/T/B/x' }).success).toBe(
      false,
    );
    expect(settings.safeParse({ url: 'https://user:pass@hooks.slack.com/services/x' }).success).toBe(false);
  });
});
