import { expect, test } from 'vitest';
import { groupByOutcome, type ReadDelivery } from './alert-outcomes.ts';

const AT = '2026-11-21T08:00:00.000Z';

test('delivered, pending and failed channels are named separately', () => {
  const reads: Record<string, ReadDelivery> = {
    '#ops': { delivery: { state: 'sent', doneAt: AT }, isLoading: false },
    mail: { delivery: { state: 'merged', doneAt: AT }, isLoading: false },
    'on-call': { delivery: { state: 'waiting', doneAt: null }, isLoading: false },
    'my phone': { delivery: { state: 'failed', doneAt: AT }, isLoading: false },
    'old hook': { delivery: undefined, isLoading: false },
    'slow hook': { delivery: undefined, isLoading: true },
  };
  const decisions = Object.keys(reads).map((name) => ({ channel: name, name }));
  const groups = groupByOutcome(decisions, Object.values(reads));
  expect(groups.map(({ outcome, channels }) => [outcome, channels.map(({ name }) => name)])).toEqual([
    ['failed', ['my phone']],
    ['pending', ['on-call']],
    ['alerted', ['#ops', 'mail']],
    ['unknown', ['old hook']],
  ]);
  const times = groups.flatMap(({ channels }) =>
    channels.map(({ name, deliveredAt }) => [name, deliveredAt]),
  );
  expect(Object.fromEntries(times)).toMatchObject({
    '#ops': AT,
    mail: null,
    'on-call': null,
    'my phone': null,
  });
});
