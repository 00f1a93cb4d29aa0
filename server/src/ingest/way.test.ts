import { expect, test } from 'vitest';
import { type Backlog, type Way, wayAfter } from './way.ts';

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
    'replaying',
  ],
  ['another node may keep pings', 'closing', { isClear: false }, 'closing'],
];

test.each(CASES)('%s', (_rule, from, backlog, to) => {
  const limits = { now: NOW, spooledMax: 500, closingFrom: NOW };
  expect(wayAfter(from, { ...NOTHING, ...backlog }, limits)).toBe(to);
});
