import { expect, test } from 'vitest';
import { type SortableIncident, sortByUrgency } from './urgency.ts';

const OPEN = {
  acknowledgedAt: null,
  closedAt: null,
  snoozedUntil: null,
  openedAt: '2026-11-20T01:00:00.000Z',
  monitor: { severity: 'normal' },
} satisfies SortableIncident;
const CRITICAL = { monitor: { severity: 'critical' } } as const;

test('incidents that need a person come first, then the most severe, then the newest', () => {
  const incidents: readonly (SortableIncident & { readonly name: string })[] = [
    { ...OPEN, ...CRITICAL, name: 'acknowledged', acknowledgedAt: '2026-11-20T01:05:00.000Z' },
    { ...OPEN, ...CRITICAL, name: 'snoozed', snoozedUntil: '2026-11-20T07:00:00.000Z' },
    { ...OPEN, name: 'older' },
    { ...OPEN, name: 'newer', openedAt: '2026-11-20T02:00:00.000Z' },
    { ...OPEN, name: 'low', monitor: { severity: 'low' }, openedAt: '2026-11-20T03:00:00.000Z' },
    { ...OPEN, ...CRITICAL, name: 'critical' },
  ];
  expect(sortByUrgency(incidents).map(({ name }) => name)).toEqual([
    'critical',
    'newer',
    'older',
    'low',
    'snoozed',
    'acknowledged',
  ]);
});
