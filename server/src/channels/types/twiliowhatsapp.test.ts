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
import { attempt, LONG, transcripts } from '../../../test/notify/transcript.ts';
import { twiliowhatsapp } from './twiliowhatsapp.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('WhatsApp', () => {
  const settings = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'f'.repeat(32),
    from: '+12025550123',
    to: '+37120000000',
  };
  const sent = () => new URLSearchParams(receiver.last().body);
  const channel = () => twiliowhatsapp(receiver.origin);
  const contentSid = `HX${'b'.repeat(32)}`;

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
    const template = await transcripts(receiver, channel(), { ...settings, contentSid }, { DOWN, HOSTILE });
    await expect(`${text}\n##### With a template\n\n${template}`).toMatchFileSnapshot(
      'snapshots/twiliowhatsapp.txt',
    );
  });

  test('leaves nothing that WhatsApp reads as markup', async () => {
    const alert = { ...HOSTILE, text: ['_it_ ~no~ `x` ```y``` pg_dump_prod'] };
    await attempt(channel(), settings, alert);
    expect(sent().get('Body')).not.toMatch(/[*~`]|(?<![a-z])_|_(?![a-z])/);
    expect(sent().get('Body')).toContain('pg_dump_prod');
  });

  test('keeps within its limits', async () => {
    await attempt(channel(), settings, LONG);
    expect(sent().get('Body')?.length).toBeLessThanOrEqual(1600);
    await attempt(channel(), { ...settings, contentSid }, LONG);
    const values: string[] = Object.values(JSON.parse(sent().get('ContentVariables') ?? '{}'));
    expect(values.join('').length).toBeLessThanOrEqual(1024);
    expect(values.join('')).not.toMatch(/[\r\n\t]| {4}/);
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
