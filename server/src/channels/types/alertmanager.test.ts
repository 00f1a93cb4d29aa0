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
import { attempt, hidesSomething, NOW, transcripts } from '../../../test/notify/transcript.ts';
import { alertmanager } from './alertmanager.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('Alertmanager', () => {
  const settings = () => ({ server: receiver.origin, labels: { team: 'database' } });
  const sent = () => JSON.parse(receiver.last().body)[0];

  test('sends the reviewed message', async () => {
    const text = await transcripts(receiver, alertmanager(), settings(), {
      DOWN,
      RECOVERED,
      RECOVERED_FOR_BOTH,
      REPORT,
      TEST,
      HOSTILE,
    });
    await expect(text).toMatchFileSnapshot('snapshots/alertmanager.txt');
  });

  test('a recovery identifies its alarm, even after a rename', async () => {
    await attempt(alertmanager(), settings(), DOWN);
    const { labels, startsAt } = sent();
    const [item] = RECOVERED.items;
    if (item === undefined) throw new Error('The sample has no item.');
    const monitor = { ...item.monitor, name: 'new', project: 'new', tags: ['new'], severity: 'low' } as const;
    await attempt(alertmanager(), settings(), {
      ...RECOVERED,
      severity: 'low',
      team: 'new',
      items: [{ ...item, monitor }],
    });
    expect(sent().labels).toEqual(labels);
    expect(sent().startsAt).toBe(startsAt);
  });

  test('an alert fires until its recovery, which ends the alert immediately', async () => {
    await attempt(alertmanager(), settings(), DOWN);
    expect(Date.parse(sent().endsAt)).toBeGreaterThan(NOW + 300 * 86_400_000);
    await attempt(alertmanager(), settings(), RECOVERED);
    expect(Date.parse(sent().endsAt)).toBe(RECOVERED.at);
  });

  test.each([
    ['an outage whose alarm did not get through', RECOVERED_FOR_BOTH],
    ['a test', TEST],
    ['a report', REPORT],
  ])('shows %s for five minutes, and no longer', async (_, alert) => {
    await attempt(alertmanager(), settings(), alert);
    expect(Date.parse(sent().endsAt)).toBe(NOW + 300_000);
  });

  test('an alert never ends before its start, even if clocks disagree', async () => {
    await attempt(alertmanager(), settings(), { ...TEST, at: NOW + 3_600_000 });
    expect(Date.parse(sent().endsAt)).toBeGreaterThanOrEqual(Date.parse(sent().startsAt));
  });

  test('creates no label from input, and removes control characters', async () => {
    await attempt(alertmanager(), settings(), HOSTILE);
    expect(Object.keys(sent().labels).sort()).toEqual(['alertname', 'incident', 'monitor', 'team']);
    expect(sent().annotations.summary).not.toMatch(/[\r\n]/);
    expect(hidesSomething(sent().annotations.description)).toBe(false);
  });

  test.each([{ alertname: 'x' }, { 'a-b': 'x' }, { a: '' }])('the labels %j are refused', (labels) => {
    expect(alertmanager().settings.safeParse({ ...settings(), labels }).success).toBe(false);
  });

  test.each([
    [200, 'sent'],
    [400, 'refused'],
    [401, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [500, 'failed'],
  ])('%i is %s', async (status, outcome) => {
    receiver.react({ status });
    expect(await attempt(alertmanager(), settings(), DOWN)).toMatchObject({ outcome, status });
  });
});
