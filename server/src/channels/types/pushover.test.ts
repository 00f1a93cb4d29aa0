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
import { pushover } from './pushover.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('Pushover', () => {
  const settings = { token: 'a'.repeat(30), user: 'u'.repeat(30) };
  const sent = () => JSON.parse(receiver.last().body);
  const channel = () => pushover(receiver.origin);

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
    await expect(text).toMatchFileSnapshot('snapshots/pushover.txt');
  });

  test('asks for no markup, and shows no controls', async () => {
    await attempt(channel(), settings, HOSTILE);
    expect(sent().html).toBeUndefined();
    expect(sent().title).not.toMatch(/[\r\n]/);
    expect(hidesSomething(sent().message)).toBe(false);
  });

  test('keeps within 1024 and 250 characters', async () => {
    await attempt(channel(), settings, LONG);
    expect(sent().message.length).toBeLessThanOrEqual(1024);
    expect(sent().title.length).toBeLessThanOrEqual(250);
    expect(sent().message).toMatch(/…$/);
  });

  test('only critical alarms ring as an emergency, and only if requested', async () => {
    const critical = { ...DOWN, severity: 'critical' } as const;
    await attempt(channel(), settings, critical);
    expect(sent()).toMatchObject({ priority: 1 });
    await attempt(channel(), { ...settings, emergency: true }, critical);
    expect(sent()).toMatchObject({ priority: 2, retry: 60, expire: 3600 });
    await attempt(channel(), { ...settings, emergency: true }, { ...RECOVERED, severity: 'critical' });
    expect(sent()).toMatchObject({ priority: 0 });
  });

  test('opens the page with actions, or the incident if there is nothing to act on', async () => {
    await attempt(channel(), settings, DOWN);
    expect(sent()).toMatchObject({ url: DOWN.actionURL, url_title: 'Acknowledge' });
    expect(sent().message).toContain(`Open the incident: ${DOWN.url}`);
    expect(sent().message).not.toContain(DOWN.actionURL);
    await attempt(channel(), settings, RECOVERED);
    expect(sent()).toMatchObject({ url: RECOVERED.url, url_title: 'Open the incident' });
  });

  test.each([
    [400, '{"user":"invalid","errors":["user identifier is not valid"],"status":0}', 'gone'],
    [400, '{"token":"invalid","errors":["application token is invalid"],"status":0}', 'gone'],
    [400, '{"message":"cannot be blank","status":0}', 'refused'],
    [400, 'no JSON', 'refused'],
    [429, '', 'failed'],
    [500, '', 'failed'],
  ])('%i with %s is %s', async (status, body, outcome) => {
    receiver.react({ status, body });
    expect(await attempt(channel(), settings, DOWN)).toMatchObject({ outcome, status });
  });
});
