import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE } from '../../../test/notify/sample-alerts.ts';
import { mattermost } from './mattermost.ts';

describe('mattermost', () => {
  const { deliver } = trial((origin) => ({
    type: mattermost(),
    settings: { url: `${origin}/hooks/secret`, buttons: false },
  }));

  test('escapes markup, mentions and ends of code blocks in all input', async () => {
    const { text, attachments } = JSON.parse((await deliver(HOSTILE)).body);
    const [{ text: body }] = attachments;
    const [prose] = body.split('```');
    expect(body.split('```')).toHaveLength(3);
    expect(`${text}${prose}`).not.toMatch(/@(?:everyone|here|all|channel|U)/);
    for (const markup of ['\\<script\\>', '\\*bold\\*', '\\[x\\](http://evil)', '\\`code\\`'])
      expect(text).toContain(markup);
    expect(prose).toContain('\\*\\*not\\*\\* \\~not\\~');
  });

  test('shortens a message to the limit, and keeps the end of a log', async () => {
    const [{ text }] = JSON.parse(
      (await deliver({ ...DOWN, log: `${'`'.repeat(5000)} the end` })).body,
    ).attachments;
    expect(text.length).toBeLessThanOrEqual(3900);
    expect(text).toMatch(/the end\n```$/);
  });
});
