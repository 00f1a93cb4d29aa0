import { expect, test } from 'vitest';
import type { Transition } from '../decision/decision-draft.ts';
import type { StoredStatus } from '../monitor/state.ts';
import { pastTransitions } from './past-transitions.ts';

const AT = 100;
const continued = (to: StoredStatus, at: number): Transition => ({
  from: 'new',
  to,
  at,
  reason: to === 'down' ? 'missed' : 'imported',
  runSeq: null,
  eventNumber: null,
});
const up = (at: number) => ({ at, isUp: true });
const down = (at: number) => ({ at, isUp: false });

test.each([
  ['no flips, not continued', [], 'new', null, []],
  ['no flips, continued', [], 'up', continued('up', AT), ['new up 100']],
  ['not continued', [up(1), down(5)], 'new', null, ['new up 1', 'up down 5', 'down new 100']],
  ['paused at the source', [up(1)], 'paused', null, ['new up 1', 'up paused 100']],
  [
    'up since the last flip',
    [up(1), down(5), up(7)],
    'up',
    continued('up', AT),
    ['new up 1', 'up down 5', 'down up 7'],
  ],
  ['down since its deadline', [up(1), down(9)], 'down', continued('down', 8), ['new up 1', 'up down 8']],
  [
    'down before the recorded flip',
    [up(1), down(5), down(6)],
    'down',
    continued('down', 8),
    ['new up 1', 'up down 8'],
  ],
  [
    'flips in any order and twice',
    [down(5), up(1), up(2)],
    'up',
    continued('up', AT),
    ['new up 1', 'up down 5', 'down up 100'],
  ],
  ['flips after the import', [up(1), down(200)], 'up', continued('up', AT), ['new up 1']],
] as const)('transitions of an import: %s', (_, flips, status, change, expected) => {
  const transitions = pastTransitions(flips, { status, change, at: AT });
  expect(transitions.map(({ from, to, at }) => `${from} ${to} ${at}`)).toEqual(expected);
  expect(transitions.at(-1)?.to ?? status).toBe(status);
});
