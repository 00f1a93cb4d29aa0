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
import { signal } from './signal.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('Signal', () => {
  const settings = () => ({ server: receiver.origin, sender: '+37120000000', recipient: '+37120000001' });
  const sent = () => JSON.parse(receiver.last().body);

  test('sends the reviewed message', async () => {
    const text = await transcripts(receiver, signal(), settings(), {
      DOWN,
      RECOVERED,
      RECOVERED_FOR_BOTH,
      COMBINED,
      REPORT,
      TEST,
      HOSTILE,
    });
    await expect(text).toMatchFileSnapshot('snapshots/signal.txt');
  });

  test('asks for no markup, and shows no controls', async () => {
    await attempt(signal(), settings(), HOSTILE);
    expect(sent().text_mode).toBe('normal');
    expect(hidesSomething(sent().message)).toBe(false);
  });

  test('keeps within 2000 characters, with the link at the end', async () => {
    await attempt(signal(), settings(), LONG);
    expect(sent().message.length).toBeLessThanOrEqual(2000);
    expect(sent().message.endsWith(`\n\n${LONG.url}`)).toBe(true);
  });

  test.each([
    '+37120000001',
    'group.OyZzqio1xDmYiLsQ1VsqRcUFOU4tK2TcECmYt2KeozHJwglMBHAPS7jlkrm=',
    'anna.42',
  ])('sends to %s', async (recipient) => {
    await attempt(signal(), { ...settings(), recipient }, DOWN);
    expect(sent().recipients).toEqual([recipient]);
  });

  test.each([
    [201, '{"timestamp":"1"}', '+37120000001', 'sent'],
    [400, '{"error":"User +37120000000 is not registered.\\n"}', '+37120000001', 'failed'],
    [400, '{"error":"Failed to send (some) messages: Unregistered user"}', '+37120000001', 'gone'],
    [400, '{"error":"Failed to send (some) messages: Unregistered user"}', 'group.abc=', 'sent'],
    [400, '{"error":"Failed to send message due to IO error"}', '+37120000001', 'failed'],
    [429, '{"error":"rate limit"}', '+37120000001', 'failed'],
    [404, '', '+37120000001', 'failed'],
    [410, '', '+37120000001', 'gone'],
    [500, '', '+37120000001', 'failed'],
  ])('%i with %s to %s is %s', async (status, body, recipient, outcome) => {
    receiver.react({ status, body });
    expect(await attempt(signal(), { ...settings(), recipient }, DOWN)).toMatchObject({ outcome, status });
  });
});
