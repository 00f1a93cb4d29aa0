import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, TEST } from '../../../test/notify/sample-alerts.ts';
import { discord } from './discord.ts';

describe('discord', () => {
  const { deliver } = trial((origin) => ({
    type: discord([origin]),
    settings: { url: `${origin}/api/webhooks/1/secret?thread_id=42` },
  }));

  test('keeps the parameters of the URL, and requests a response', async () => {
    const path = '/api/webhooks/1/secret?thread_id=42&wait=true';
    expect((await deliver(TEST)).path).toBe(path);
    // Without `with_components`, Discord drops the link button.
    expect((await deliver(DOWN)).path).toBe(`${path}&with_components=true`);
  });

  test('escapes markup, mentions and ends of code blocks in all input', async () => {
    const message = JSON.parse((await deliver(HOSTILE)).body);
    const [{ title, description }] = message.embeds;
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(title).toContain('\\<script\\>');
    expect(title).toContain('\\[x\\](http://evil)');
    expect(`${title}${description.split('```')[0]}`).not.toMatch(/@(?:everyone|here)|(?<!\\)<@|(?<!\\)\*not/);
    expect(description.split('```')).toHaveLength(3);
    expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\u001b|\u202e/);
  });

  test('shortens a message to the limits of an embed, and keeps the end of a log', async () => {
    const log = `${'*`'.repeat(3000)} the end`;
    const alert = {
      ...DOWN,
      title: '*'.repeat(400),
      text: Array.from({ length: 9 }, () => '_'.repeat(700)),
      log,
    };
    const [{ title, description }] = JSON.parse((await deliver(alert)).body).embeds;
    expect(title.length).toBeLessThanOrEqual(256);
    expect(description.length).toBeLessThanOrEqual(4096);
    const [short] = JSON.parse((await deliver({ ...DOWN, log })).body).embeds;
    expect(short.description.length).toBeLessThanOrEqual(4096);
    expect(short.description).toMatch(/the end\n```$/);
  });
});
