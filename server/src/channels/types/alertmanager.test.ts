import { describe, expect, test } from 'vitest';
import { TRIAL_AT, trial } from '../../../test/notify/channel-trial.ts';
import {
  DOWN,
  HOSTILE,
  RECOVERED,
  RECOVERED_FOR_BOTH,
  REPORT,
  TEST,
} from '../../../test/notify/sample-alerts.ts';
import { alertmanager } from './alertmanager.ts';

describe('Alertmanager', () => {
  const { receiver, send } = trial((server) => ({
    type: alertmanager(),
    settings: { server, labels: { team: 'database' } },
  }));
  const sent = () => JSON.parse(receiver().last().body)[0];

  test('a recovery identifies its alarm, even after a rename', async () => {
    await send(DOWN);
    const { labels, startsAt } = sent();
    const [item] = RECOVERED.items;
    if (item === undefined) throw new Error('The sample has no item.');
    const monitor = { ...item.monitor, name: 'new', project: 'new', tags: ['new'], severity: 'low' } as const;
    await send({
      ...RECOVERED,
      severity: 'low',
      team: 'new',
      items: [{ ...item, monitor }],
    });
    expect(sent().labels).toEqual(labels);
    expect(sent().startsAt).toBe(startsAt);
  });

  test('an alert fires until its recovery, which ends the alert immediately', async () => {
    await send(DOWN);
    expect(Date.parse(sent().endsAt)).toBeGreaterThan(TRIAL_AT + 300 * 86_400_000);
    await send(RECOVERED);
    expect(Date.parse(sent().endsAt)).toBe(RECOVERED.at);
  });

  test.each([
    ['an outage whose alarm did not get through', RECOVERED_FOR_BOTH],
    ['a test', TEST],
    ['a report', REPORT],
  ])('shows %s for five minutes, and no longer', async (_, alert) => {
    await send(alert);
    expect(Date.parse(sent().endsAt)).toBe(TRIAL_AT + 300_000);
  });

  test('an alert never ends before its start, even if clocks disagree', async () => {
    await send({ ...TEST, at: TRIAL_AT + 3_600_000 });
    expect(Date.parse(sent().endsAt)).toBeGreaterThanOrEqual(Date.parse(sent().startsAt));
  });

  test('creates no label from input, and removes control characters', async () => {
    await send(HOSTILE);
    expect(Object.keys(sent().labels).sort()).toEqual(['alertname', 'incident', 'monitor', 'team']);
    expect(sent().annotations.summary).not.toMatch(/[\r\n]/);
  });

  test.each([{ alertname: 'x' }, { 'a-b': 'x' }, { a: '' }])('the labels %j are refused', (labels) => {
    expect(alertmanager().settings.safeParse({ server: 'https://am.example.com', labels }).success).toBe(
      false,
    );
  });
});
