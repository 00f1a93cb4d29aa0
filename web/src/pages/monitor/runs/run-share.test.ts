import { expect, test } from 'vitest';
import { judgedRuns, writeShare } from '../../../data/runs/run-share.ts';
import { words } from '../words.ts';

test('the share of successes counts only runs with a known outcome, and the text mentions unknown runs', () => {
  const statistics = { succeeded: 3, failed: 1, timedOut: 0, missed: 1, unknown: 2 };
  expect(judgedRuns(statistics)).toBe(5);
  expect(writeShare(3 / judgedRuns(statistics))).toBe('60 %');
  expect(words.ofRuns(judgedRuns(statistics), statistics.unknown)).toBe('of 5 runs, excluding 2 unknown');
  expect(words.ofRuns(1, 0)).toBe('of 1 run');
});

test('a share is never rounded up to 100 %', () => {
  expect(writeShare(0.9999)).toBe('99.9 %');
  expect(writeShare(1)).toBe('100 %');
});
