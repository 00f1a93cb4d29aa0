import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, RECOVERED, RECOVERED_FOR_BOTH, REPORT, TEST } from '../../../test/notify/sample-alerts.ts';
import { splunkoncall } from './splunkoncall.ts';

describe('Splunk On-Call', () => {
  const { receiver, send } = trial((origin) => ({
    type: splunkoncall(`${origin}/alert`),
    settings: { apiKey: '558e7ebc-6b2f-4e4b-9d2c-0f0f7a3a8b11', routingKey: 'database' },
  }));
  const steps = () =>
    receiver()
      .received.map(({ body }) => JSON.parse(body))
      .map(({ message_type, entity_id }) => [message_type, entity_id]);
  const incident = DOWN.items[0]?.incident?.id;

  test('keeps the incident as entity from alarm to recovery', async () => {
    await send(DOWN);
    await send({ ...DOWN, kind: 'reminder' });
    await send(RECOVERED);
    await send(RECOVERED_FOR_BOTH);
    expect(steps()).toEqual([
      ['CRITICAL', incident],
      ['CRITICAL', incident],
      ['RECOVERY', incident],
      ['CRITICAL', incident],
      ['RECOVERY', incident],
    ]);
  });

  test('opens nothing for an alert without an incident, but a test opens and closes an incident', async () => {
    await send(REPORT);
    await send(TEST);
    expect(steps()).toEqual([
      ['INFO', REPORT.key],
      ['CRITICAL', TEST.key],
      ['RECOVERY', TEST.key],
    ]);
  });

  test('sends alerts of low severity as warnings', async () => {
    await send({ ...DOWN, severity: 'low' });
    expect(steps()).toEqual([['WARNING', incident]]);
  });
});
