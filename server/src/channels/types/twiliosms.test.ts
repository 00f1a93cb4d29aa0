import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, HOSTILE, LONG } from '../../../test/notify/sample-alerts.ts';
import { smsSegments } from '../format/sms-text.ts';
import { twiliosms } from './twiliosms.ts';

describe('SMS', () => {
  const settings = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'f'.repeat(32),
    from: '+12025550123',
    to: '+37120000000',
  };
  const { receiver, send } = trial((origin) => ({ type: twiliosms(origin), settings }));
  const sent = () => new URLSearchParams(receiver().last().body);
  const body = () => sent().get('Body') ?? '';

  test('takes at most three segments, with the whole link', async () => {
    for (const alert of [HOSTILE, LONG, { ...LONG, title: 'a'.repeat(190), text: ['b'.repeat(600)] }]) {
      await send(alert);
      expect(smsSegments(body())).toBeLessThanOrEqual(3);
      expect(body().endsWith(`\n${alert.url}`)).toBe(true);
    }
  });

  test('signs in as the account, or with an API key', async () => {
    await send(DOWN);
    expect(receiver().last().headers.authorization).toBe(
      `Basic ${btoa(`${settings.accountSid}:${settings.authToken}`)}`,
    );
    const apiKeySid = `SK${'1'.repeat(32)}`;
    await send(DOWN, { apiKeySid });
    expect(receiver().last().headers.authorization).toBe(
      `Basic ${btoa(`${apiKeySid}:${settings.authToken}`)}`,
    );
    expect(receiver().last().path).toBe(`/2010-04-01/Accounts/${settings.accountSid}/Messages.json`);
  });

  test('sends through a messaging service if the settings name one', async () => {
    const from = `MG${'a'.repeat(32)}`;
    await send(DOWN, { from });
    expect(sent().get('MessagingServiceSid')).toBe(from);
    expect(sent().has('From')).toBe(false);
  });
});
