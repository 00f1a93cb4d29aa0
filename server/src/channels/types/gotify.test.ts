import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, RECOVERED } from '../../../test/notify/sample-alerts.ts';
import { gotify } from './gotify.ts';

describe('Gotify', () => {
  const { receiver, send } = trial((server) => ({
    type: gotify(),
    settings: { server, token: 'AzyoeNS.D4iJLVa' },
  }));
  const sent = () => JSON.parse(receiver().last().body);

  test('a message is sent as plain text without markup', async () => {
    await send(HOSTILE);
    expect(sent().extras['client::display']).toEqual({ contentType: 'text/plain' });
    expect(sent().title).not.toMatch(/[\r\n]/);
  });

  test('only messages about monitors that are down have a higher priority', async () => {
    await send({ ...DOWN, severity: 'critical' });
    expect(sent().priority).toBe(10);
    await send({ ...RECOVERED, severity: 'critical' });
    expect(sent().priority).toBe(4);
  });

  test.each([
    'gotify.example.com',
    'ftp://gotify.example.com',
    'file:///etc/passwd',
    'http://a:b@example.com',
  ])('%s is refused as a server', (server) =>
    expect(gotify().settings.safeParse({ server, token: 'AzyoeNS.D4iJLVa' }).success).toBe(false),
  );

  test('takes no token that could break out of its header', () => {
    const token = 'abc\r\nx-evil: 1';
    expect(gotify().settings.safeParse({ server: 'https://gotify.example.com', token }).success).toBe(false);
  });
});
