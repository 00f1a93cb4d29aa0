import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { rocketchat } from './rocketchat.ts';

describe('rocketchat', () => {
  const { deliver } = trial((origin) => ({
    type: rocketchat(),
    settings: { url: `${origin}/hooks/secret` },
  }));

  test('escapes markup, mentions and ends of code blocks in all input', async () => {
    const { text, attachments } = JSON.parse((await deliver(HOSTILE)).body);
    const [{ text: body }] = attachments;
    const [prose] = body.split('```');
    expect(body.split('```')).toHaveLength(3);
    expect(`${text}${prose}`).not.toMatch(/@(?:everyone|here|all|channel|U)/);
    for (const markup of ['\\*bold\\*', '\\_it\\_', '\\`code\\`', '[\u200bx]\u200b(http://evil)'])
      expect(text).toContain(markup);
    expect(prose).toContain('\\*\\*not\\*\\* \\~not\\~ <\u200b@');
  });

  test('shortens a message to the limit, and keeps the end of a log', async () => {
    const [{ text }] = JSON.parse(
      (await deliver({ ...DOWN, log: `${'`'.repeat(5000)} the end` })).body,
    ).attachments;
    expect(text.length).toBeLessThanOrEqual(4500);
    expect(text).toMatch(/the end\n```$/);
  });
});
