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
import { attempt, hidesSomething, transcripts } from '../../../test/notify/transcript.ts';
import { splunkoncall } from './splunkoncall.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('Splunk On-Call', () => {
  const settings = { apiKey: '558e7ebc-6b2f-4e4b-9d2c-0f0f7a3a8b11', routingKey: 'database' };
  const channel = () => splunkoncall(`${receiver.origin}/alert`);
  const steps = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body))
      .map(({ message_type, entity_id }) => [message_type, entity_id]);
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
    await expect(text).toMatchFileSnapshot('snapshots/splunkoncall.txt');
  });

  test('keeps the incident as entity from alarm to recovery', async () => {
    await attempt(channel(), settings, DOWN);
    await attempt(channel(), settings, { ...DOWN, kind: 'reminder' });
    await attempt(channel(), settings, RECOVERED);
    await attempt(channel(), settings, RECOVERED_FOR_BOTH);
    expect(steps()).toEqual([
      ['CRITICAL', incident],
      ['CRITICAL', incident],
      ['RECOVERY', incident],
      ['CRITICAL', incident],
      ['RECOVERY', incident],
    ]);
  });

  test('opens nothing for an alert without an incident, but a test opens and closes an incident', async () => {
    await attempt(channel(), settings, REPORT);
    await attempt(channel(), settings, TEST);
    expect(steps()).toEqual([
      ['INFO', REPORT.key],
      ['CRITICAL', TEST.key],
      ['RECOVERY', TEST.key],
    ]);
  });

  test('sends alerts of low severity as warnings', async () => {
    await attempt(channel(), settings, { ...DOWN, severity: 'low' });
    expect(steps()).toEqual([['WARNING', incident]]);
  });

  test('shows no controls, and no line break in a title', async () => {
    await attempt(channel(), settings, HOSTILE);
    const { entity_display_name, state_message } = JSON.parse(receiver.last().body);
    expect(entity_display_name).not.toMatch(/[\r\n]/);
    expect(hidesSomething(state_message)).toBe(false);
  });

  test.each([
    [200, '{"result":"success","entity_id":"x"}', 'sent'],
    [200, '{"result":"failure","message":"bad"}', 'refused'],
    [401, '', 'gone'],
    [404, '', 'gone'],
    [500, '', 'failed'],
  ])('%i with %s is %s', async (status, body, outcome) => {
    receiver.react({ status, body });
    expect(await attempt(channel(), settings, DOWN)).toMatchObject({ outcome, status });
  });
});
