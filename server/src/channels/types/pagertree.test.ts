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
import { pagertree } from './pagertree.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('PagerTree', () => {
  const settings = { integration: 'int_ODCWagoG9' };
  const channel = () => pagertree(receiver.origin);
  const steps = () =>
    receiver.received.map(({ body }) => JSON.parse(body)).map(({ event_type, Id }) => [event_type, Id]);
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
    await expect(text).toMatchFileSnapshot('snapshots/pagertree.txt');
  });

  test('links the recovery to its alarm, and leaves no open alert without an incident', async () => {
    for (const alert of [DOWN, RECOVERED, RECOVERED_FOR_BOTH, TEST, REPORT]) {
      await attempt(channel(), settings, alert);
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
    await attempt(channel(), settings, REPORT);
    expect(JSON.parse(receiver.received[0]?.body ?? '').Urgency).toBe('silent');
  });

  test('shows no controls, and no line break in a title', async () => {
    await attempt(channel(), settings, HOSTILE);
    const { Title, Description } = JSON.parse(receiver.last().body);
    expect(Title).not.toMatch(/[\r\n<>]/);
    expect(Description).not.toMatch(/[<>]/);
    expect(hidesSomething(Description)).toBe(false);
  });

  test.each([
    [200, 'sent'],
    [400, 'refused'],
    [404, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    receiver.react({ status });
    expect(await attempt(channel(), settings, DOWN)).toMatchObject({ outcome, status });
  });
});
