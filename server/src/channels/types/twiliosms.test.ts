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
import { attempt, hidesSomething, LONG, transcripts } from '../../../test/notify/transcript.ts';
import { smsSegments } from '../format/sms-text.ts';
import { twiliosms } from './twiliosms.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('SMS', () => {
  const settings = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'f'.repeat(32),
    from: '+12025550123',
    to: '+37120000000',
  };
  const sent = () => new URLSearchParams(receiver.last().body);
  const body = () => sent().get('Body') ?? '';
  const channel = () => twiliosms(receiver.origin);

  test('sends the reviewed message', async () => {
    const text = await transcripts(receiver, channel(), settings, {
      DOWN,
      RECOVERED,
      RECOVERED_FOR_BOTH,
      COMBINED,
      REPORT,
      TEST,
      HOSTILE,
    });
    await expect(text).toMatchFileSnapshot('snapshots/twiliosms.txt');
  });

  test('takes at most three segments, with the whole link', async () => {
    for (const alert of [HOSTILE, LONG, { ...LONG, title: 'a'.repeat(190), text: ['b'.repeat(600)] }]) {
      await attempt(channel(), settings, alert);
      expect(smsSegments(body())).toBeLessThanOrEqual(3);
      expect(body().endsWith(`\n${alert.url}`)).toBe(true);
      expect(hidesSomething(body())).toBe(false);
    }
  });

  test('signs in as the account, or with an API key', async () => {
    await attempt(channel(), settings, DOWN);
    expect(receiver.last().headers.authorization).toBe(
      `Basic ${btoa(`${settings.accountSid}:${settings.authToken}`)}`,
    );
    const apiKeySid = `SK${'1'.repeat(32)}`;
    await attempt(channel(), { ...settings, apiKeySid }, DOWN);
    expect(receiver.last().headers.authorization).toBe(`Basic ${btoa(`${apiKeySid}:${settings.authToken}`)}`);
    expect(receiver.last().path).toBe(`/2010-04-01/Accounts/${settings.accountSid}/Messages.json`);
  });

  test('sends through a messaging service if the settings name one', async () => {
    const from = `MG${'a'.repeat(32)}`;
    await attempt(channel(), { ...settings, from }, DOWN);
    expect(sent().get('MessagingServiceSid')).toBe(from);
    expect(sent().has('From')).toBe(false);
  });

  test.each([
    [201, '{"sid":"SM1"}', 'sent'],
    [400, '{"code":21211,"message":"Invalid \'To\' Phone Number"}', 'gone'],
    [400, '{"code":21610,"message":"Attempt to send to unsubscribed recipient"}', 'gone'],
    [400, '{"code":21617,"message":"The concatenated message body exceeds the limit"}', 'refused'],
    [401, '{"code":20003,"message":"Authenticate"}', 'gone'],
    [404, '{"code":20404}', 'gone'],
    [429, '{"code":20429}', 'failed'],
    [503, '', 'failed'],
  ])('%i with %s is %s', async (status, body, outcome) => {
    receiver.react({ status, body });
    expect(await attempt(channel(), settings, DOWN)).toMatchObject({ outcome, status });
  });
});
