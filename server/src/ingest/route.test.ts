import { expect, test } from 'vitest';
import { type Backlog, closingStepAt, laterClosingStep, type Way, wayAfter } from './route.ts';

const NOW = 100_000;
const NOTHING: Backlog = { spooled: 0, oldestAt: NOW, queuedFrom: null, isClear: true };

const CASES: readonly (readonly [rule: string, from: Way, backlog: Partial<Backlog>, to: Way])[] = [
  ['nothing is left anywhere', 'replaying', {}, 'direct'],
  ['nothing is left anywhere after new pings have waited', 'closing', {}, 'direct'],
  ['the database is back, and much is left', 'spooling', { spooled: 501 }, 'replaying'],
  ['little is left here', 'spooling', { spooled: 500 }, 'closing'],
  [
    'little is left here, and another node is far behind',
    'replaying',
    { isClear: false, oldestAt: NOW - 2001 },
    'replaying',
  ],
  ['nobody is far behind', 'replaying', { isClear: false, oldestAt: NOW - 2000 }, 'closing'],
  [
    'pings are left that came before those that wait',
    'closing',
    { isClear: false, queuedFrom: NOW - 1 },
    'closing',
  ],
  [
    'another node has kept pings that came after those that wait',
    'closing',
    { isClear: false, queuedFrom: NOW },
    'closing',
  ],
  ['another node may keep pings', 'closing', { isClear: false }, 'closing'],
];

test.each(CASES)('%s', (_rule, from, backlog, to) => {
  const limits = { now: NOW, spooledMax: 500, closingFrom: NOW };
  expect(wayAfter(from, { ...NOTHING, ...backlog }, limits)).toBe(to);
});

test('at the start, when all new pings wait, pings in the queue come first', () => {
  const limits = { now: NOW, spooledMax: 500, closingFrom: Number.NEGATIVE_INFINITY };
  const backlog = { ...NOTHING, isClear: false, queuedFrom: NOW - 10 };
  expect(wayAfter('closing', backlog, limits)).toBe('replaying');
});

test('two nodes that begin to close at different steps agree on the later one', () => {
  const early = closingStepAt(NOW - 1);
  const late = closingStepAt(NOW + 1);
  expect(early).toBeLessThan(late);
  // The later node keeps pings up to its step. The earlier node finds one of those pings in the queue.
  expect(laterClosingStep(early, late - 1)).toBe(late);
  expect(laterClosingStep(early, early)).toBe(late);
  // The pings of the earlier node come before the later step.
  expect(laterClosingStep(late, late - 1)).toBe(late);
  expect(laterClosingStep(late, null)).toBe(late);
});
