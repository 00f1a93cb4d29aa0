import { expect, test } from 'vitest';
import { countJudgedRuns, formatShare } from '../../data/runs/run-share.ts';
import { words } from './words.ts';

test('the share of successes counts only runs with a known outcome, and the text mentions unknown runs', () => {
  const statistics = { succeeded: 3, failed: 1, timedOut: 0, missed: 1, unknown: 2 };
  expect(countJudgedRuns(statistics)).toBe(5);
  expect(formatShare(3 / countJudgedRuns(statistics))).toBe('60 %');
  expect(words.ofRuns(countJudgedRuns(statistics), statistics.unknown)).toBe(
    'of 5 runs, excluding 2 unknown',
  );
  expect(words.ofRuns(1, 0)).toBe('of 1 run');
});

test('a share is never rounded up to 100 %', () => {
  expect(formatShare(0.9999)).toBe('99.9 %');
  expect(formatShare(1)).toBe('100 %');
});
