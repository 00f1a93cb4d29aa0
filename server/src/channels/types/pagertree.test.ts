import { describe, expect, test } from 'vitest';
import { trial } from '../../../test/notify/channel-trial.ts';
import { DOWN, RECOVERED, RECOVERED_FOR_BOTH, REPORT, TEST } from '../../../test/notify/sample-alerts.ts';
import { pagertree } from './pagertree.ts';

describe('PagerTree', () => {
  const { receiver, send } = trial((origin) => ({
    type: pagertree(origin),
    settings: { integration: 'int_ODCWagoG9' },
  }));
  const steps = () =>
    receiver()
      .received.map(({ body }) => JSON.parse(body))
      .map(({ event_type, Id }) => [event_type, Id]);
  const incident = DOWN.items[0]?.incident?.id;

  test('links the recovery to its alarm, and leaves no open alert without an incident', async () => {
    for (const alert of [DOWN, RECOVERED, RECOVERED_FOR_BOTH, TEST, REPORT]) {
      await send(alert);
    }
    expect(steps()).toEqual([
      ['create', incident],
      ['resolve', incident],
      ['create', incident],
      ['resolve', incident],
      ['create', TEST.key],
      ['resolve', TEST.key],
      ['create', REPORT.key],
      ['resolve', REPORT.key],
    ]);
  });

  test('pages no one for informational alerts', async () => {
    await send(REPORT);
    expect(JSON.parse(receiver().received[0]?.body ?? '').Urgency).toBe('silent');
  });
});
