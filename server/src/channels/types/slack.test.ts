import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { slack } from './slack.ts';

describe('slack', () => {
  const { deliver } = trial((origin) => ({
    type: slack([origin]),
    settings: { url: `${origin}/services/T0/B0/secret` },
  }));

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

  test('accepts only the address of a Slack webhook', () => {
    const { settings } = slack();
    expect(settings.safeParse({ url: 'https://hooks.slack.com/services/T/B/x' }).success).toBe(true);
    expect(settings.safeParse({ url: 'https://hooks.slack.com.evil.example/services/T/B/x' }).success).toBe(
      false,
    );
    expect(settings.safeParse({ url: 'https://user:pass@hooks.slack.com/services/x' }).success).toBe(false);
  });
});
