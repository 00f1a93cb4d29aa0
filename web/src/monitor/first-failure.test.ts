import { expect, test } from 'vitest';
import { findFirstFailure } from './first-failure.ts';

const change = (from: 'new' | 'up', to: 'up' | 'down') => ({
  id: 1,
  at: '2026-11-23T08:00:00Z',
  from,
  to,
  reason: to === 'up' ? ('succeeded' as const) : ('failed' as const),
  runID: null,
  eventNumber: null,
});

test.each([
  [[change('new', 'down')], true],
  [[change('new', 'up')], false],
  [[change('up', 'down'), change('new', 'up')], false],
  [[], false],
] as const)('%j: the first report was a failure: %j', (transitions, isFailure) => {
  expect(findFirstFailure(transitions) !== null).toBe(isFailure);
});
