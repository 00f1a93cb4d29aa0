import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../test/notify/receiver.ts';
import {
  COMBINED,
  DOWN,
  HOSTILE,
  RECOVERED,
  RECOVERED_FOR_BOTH,
  REPORT,
  TEST,
} from '../../../test/notify/sample-alerts.ts';
import { attempt, hidesSomething, transcripts } from '../../../test/notify/transcript.ts';
import { gotify } from './gotify.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('Gotify', () => {
  const settings = () => ({ server: receiver.origin, token: 'AzyoeNS.D4iJLVa' });
  const sent = () => JSON.parse(receiver.last().body);

  test('sends the reviewed message', async () => {
    const text = await transcripts(receiver, gotify(), settings(), {
      DOWN,
      RECOVERED,
      RECOVERED_FOR_BOTH,
      COMBINED,
      REPORT,
      TEST,
      HOSTILE,
    });
    await expect(text).toMatchFileSnapshot('snapshots/gotify.txt');
  });

  test('a message is sent as plain text without markup', async () => {
    await attempt(gotify(), settings(), HOSTILE);
    expect(sent().extras['client::display']).toEqual({ contentType: 'text/plain' });
    expect(sent().title).not.toMatch(/[\r\n]/);
    expect(hidesSomething(sent().message)).toBe(false);
  });

  test('only messages about monitors that are down have a higher priority', async () => {
    await attempt(gotify(), settings(), { ...DOWN, severity: 'critical' });
    expect(sent().priority).toBe(10);
    await attempt(gotify(), settings(), { ...RECOVERED, severity: 'critical' });
    expect(sent().priority).toBe(4);
  });

  test.each([
    [200, 'sent'],
    [400, 'refused'],
    [401, 'failed'],
    [403, 'failed'],
    [410, 'gone'],
    [500, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    receiver.react({ status });
    expect(await attempt(gotify(), settings(), DOWN)).toMatchObject({ outcome, status });
  });

  test.each([
    'gotify.example.com',
    'ftp://gotify.example.com',
    'file:///etc/passwd',
    'http://a:b@example.com',
  ])('%s is refused as a server', (server) =>
    expect(gotify().settings.safeParse({ ...settings(), server }).success).toBe(false),
  );

  test('takes no token that could break out of its header', () => {
    const token = 'abc\r\nx-evil: 1';
    expect(gotify().settings.safeParse({ ...settings(), token }).success).toBe(false);
  });
});
