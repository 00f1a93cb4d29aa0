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
import { pagerduty } from './pagerduty.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('PagerDuty', () => {
  const settings = { routingKey: 'e93facc04764012d7bfb002500d5d1a6' };
  const channel = () => pagerduty({ us: receiver.origin, eu: `${receiver.origin}/eu` });
  const events = () => receiver.received.map(({ body }) => JSON.parse(body));
  const steps = () => events().map(({ event_action, dedup_key }) => [event_action, dedup_key]);
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
    await expect(text).toMatchFileSnapshot('snapshots/pagerduty.txt');
  });

  test('triggers with the incident as key, again for each reminder, and resolves the incident', async () => {
    for (const alert of [
      DOWN,
      { ...DOWN, kind: 'reminder' },
      { ...DOWN, kind: 'escalation' },
      RECOVERED,
    ] as const) {
      await attempt(channel(), settings, alert);
    }
    expect(steps()).toEqual([
      ['trigger', incident],
      ['trigger', incident],
      ['trigger', incident],
      ['resolve', incident],
    ]);
  });

  test('shows an outage whose alarm was not delivered', async () => {
    await attempt(channel(), settings, RECOVERED_FOR_BOTH);
    expect(steps()).toEqual([
      ['trigger', incident],
      ['resolve', incident],
    ]);
  });

  test.each([
    ['test', TEST],
    ['report', REPORT],
    ['failing', { ...DOWN, kind: 'failing' }],
    ['blind_window', { ...DOWN, kind: 'blind_window', items: [] }],
    ['channel_disabled', { ...TEST, kind: 'channel_disabled' }],
  ] as const)('leaves no open alert without an incident: %s', async (_, alert) => {
    const withoutIncident = { ...alert, items: alert.items.map((item) => ({ ...item, incident: null })) };
    await attempt(channel(), settings, withoutIncident);
    expect(steps()).toEqual([
      ['trigger', alert.key],
      ['resolve', alert.key],
    ]);
    expect(events()[0].payload.severity).toBe('info');
  });

  test('an alert that was not triggered is not resolved', async () => {
    receiver.react({ status: 500 });
    expect(await attempt(channel(), settings, RECOVERED_FOR_BOTH)).toMatchObject({ outcome: 'failed' });
    expect(receiver.received).toHaveLength(1);
  });

  test('keeps within its limits and out of headers', async () => {
    await attempt(channel(), settings, HOSTILE);
    await attempt(channel(), settings, LONG);
    for (const { payload } of events()) {
      expect(payload.summary.length).toBeLessThanOrEqual(1024);
      expect(payload.summary).not.toMatch(/[\r\n]/);
    }
    expect(receiver.last().body.length).toBeLessThan(512_000);
    expect(hidesSomething(events()[0].payload.custom_details.log)).toBe(false);
  });

  test('sends to the EU endpoint if the account is in the EU', async () => {
    await attempt(channel(), { ...settings, region: 'eu' }, DOWN);
    expect(receiver.last().path).toBe('/eu/v2/enqueue');
  });

  test.each([
    [202, '{"status":"success"}', 'sent'],
    [400, 'Invalid routing key', 'gone'],
    [400, '{"status":"invalid event","errors":["\'payload.severity\' is invalid"]}', 'refused'],
    [429, '', 'failed'],
    [503, '', 'failed'],
  ])('%i with %s is %s', async (status, body, outcome) => {
    receiver.react({ status, body, headers: { 'retry-after': '30' } });
    expect(await attempt(channel(), settings, DOWN)).toMatchObject({ outcome, status });
  });
});
