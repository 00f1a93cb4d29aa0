import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../test/notify/receiver.ts';
import {
  DOWN,
  HOSTILE,
  RECOVERED,
  RECOVERED_FOR_BOTH,
  REPORT,
  TEST,
} from '../../../test/notify/sample-alerts.ts';
import { attempt, hidesSomething, LONG, transcripts } from '../../../test/notify/transcript.ts';
import { opsgenie } from './opsgenie.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('Opsgenie', () => {
  const settings = { apiKey: 'eb243592-faa2-4ba2-a551-1afdf565c889' };
  const channel = () => {
    const { origin } = receiver;
    return opsgenie({ us: `${origin}/v2`, eu: `${origin}/eu/v2`, jira: `${origin}/jsm/ops/integration/v2` });
  };
  const paths = () => receiver.received.map(({ path }) => path);
  const close = (key = '') => `/v2/alerts/${key}/close?identifierType=alias`;
  const incident = DOWN.items[0]?.incident?.id;

  test('sends the reviewed message', async () => {
    const text = await transcripts(receiver, channel(), settings, {
      DOWN,
      RECOVERED,
      RECOVERED_FOR_BOTH,
      REPORT,
      TEST,
      HOSTILE,
    });
    await expect(text).toMatchFileSnapshot('snapshots/opsgenie.txt');
  });

  test('creates an alert with the incident as alias, and closes the alert by this alias', async () => {
    await attempt(channel(), settings, DOWN);
    expect(JSON.parse(receiver.last().body).alias).toBe(incident);
    await attempt(channel(), settings, RECOVERED);
    expect(paths()).toEqual(['/v2/alerts', close(incident)]);
  });

  test('shows an outage whose alarm was not delivered, and leaves no open alert without an incident', async () => {
    await attempt(channel(), settings, RECOVERED_FOR_BOTH);
    await attempt(channel(), settings, TEST);
    await attempt(channel(), settings, REPORT);
    expect(paths()).toEqual([
      '/v2/alerts',
      close(incident),
      '/v2/alerts',
      close(TEST.key),
      '/v2/alerts',
      close(REPORT.key),
    ]);
  });

  test('keeps within its limits', async () => {
    for (const alert of [HOSTILE, LONG]) {
      await attempt(channel(), settings, alert);
      const { message, description } = JSON.parse(receiver.last().body);
      expect(message.length).toBeLessThanOrEqual(130);
      expect(message).not.toMatch(/[\r\n]/);
      expect(`${message}${description}`).not.toMatch(/[<>]/);
      expect(description.length).toBeLessThanOrEqual(15_000);
      expect(hidesSomething(description)).toBe(false);
    }
  });

  test.each([
    ['eu', '/eu/v2/alerts'],
    ['jira', '/jsm/ops/integration/v2/alerts'],
  ])('asks the site of the account: %s', async (site, path) => {
    await attempt(channel(), { ...settings, site }, DOWN);
    expect(receiver.last().path).toBe(path);
  });

  test.each([
    [202, 'sent'],
    [401, 'gone'],
    [403, 'gone'],
    [422, 'refused'],
    [429, 'failed'],
    [502, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    receiver.react({ status });
    expect(await attempt(channel(), settings, DOWN)).toMatchObject({ outcome, status });
  });
});
