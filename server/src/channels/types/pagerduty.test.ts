import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, RECOVERED, RECOVERED_FOR_BOTH, REPORT, TEST } from '../../../test/notify/sample-alerts.ts';
import { pagerduty } from './pagerduty.ts';

describe('PagerDuty', () => {
  const { receiver, send } = trial((origin) => ({
    type: pagerduty({ us: origin, eu: `${origin}/eu` }),
    settings: { routingKey: 'e93facc04764012d7bfb002500d5d1a6' },
  }));
  const events = () => receiver().received.map(({ body }) => JSON.parse(body));
  const steps = () => events().map(({ event_action, dedup_key }) => [event_action, dedup_key]);
  const incident = DOWN.items[0]?.incident?.id;

  test('triggers with the incident as key, again for each reminder, and resolves the incident', async () => {
    for (const alert of [
      DOWN,
      { ...DOWN, kind: 'reminder' },
      { ...DOWN, kind: 'escalation' },
      RECOVERED,
    ] as const) {
      await send(alert);
    }
    expect(steps()).toEqual([
      ['trigger', incident],
      ['trigger', incident],
      ['trigger', incident],
      ['resolve', incident],
    ]);
  });

  test('shows an outage whose alarm was not delivered', async () => {
    await send(RECOVERED_FOR_BOTH);
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
    await send(withoutIncident);
    expect(steps()).toEqual([
      ['trigger', alert.key],
      ['resolve', alert.key],
    ]);
    expect(events()[0].payload.severity).toBe('info');
  });

  test('an alert that was not triggered is not resolved', async () => {
    receiver().react({ status: 500 });
    expect(await send(RECOVERED_FOR_BOTH)).toMatchObject({ outcome: 'failed' });
    expect(receiver().received).toHaveLength(1);
  });

  test('sends to the EU endpoint if the account is in the EU', async () => {
    await send(DOWN, { region: 'eu' });
    expect(receiver().last().path).toBe('/eu/v2/enqueue');
  });
});
