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
import { apprise } from './apprise.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('Apprise', () => {
  const settings = () => ({ server: receiver.origin, key: 'acme-oncall', tag: 'devops,admin' });
  const sent = () => JSON.parse(receiver.last().body);

  test('sends the reviewed message', async () => {
    const text = await transcripts(receiver, apprise(), settings(), {
      DOWN,
      RECOVERED,
      RECOVERED_FOR_BOTH,
      COMBINED,
      REPORT,
      TEST,
      HOSTILE,
    });
    await expect(text).toMatchFileSnapshot('snapshots/apprise.txt');
  });

  test('a message is sent as plain text, so that Apprise escapes the text for each service', async () => {
    await attempt(apprise(), settings(), HOSTILE);
    expect(sent().format).toBe('text');
    expect(sent().title).not.toMatch(/[\r\n]/);
    expect(hidesSomething(sent().body)).toBe(false);
  });

  test.each([
    ['failure', DOWN],
    ['success', RECOVERED],
    ['info', REPORT],
    ['failure', COMBINED],
    ['success', RECOVERED_FOR_BOTH],
    ['info', TEST],
  ])('a message is of the type %s', async (type, alert) => {
    await attempt(apprise(), settings(), alert);
    expect(sent().type).toBe(type);
  });

  test.each([
    [200, 'sent'],
    [204, 'failed'],
    [302, 'failed'],
    [400, 'refused'],
    [401, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [424, 'failed'],
    [500, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    receiver.react({ status });
    expect(await attempt(apprise(), settings(), DOWN)).toMatchObject({ outcome, status });
  });
});
