import { expect, test } from 'vitest';
import type { Run, RunState } from '../monitor/run.ts';
import { type CountChanges, countChange, isUnchanged, noRuns, QUARTER_MS } from './run-counts.ts';

const run = (state: RunState, more: Partial<Run> = {}): Run => ({
  seq: 1,
  runID: 'run-1',
  state,
  expectedAt: null,
  startedAt: QUARTER_MS * 7,
  endedAt: null,
  durationMs: null,
  late: false,
  startEvent: null,
  endEvent: null,
  limitAt: null,
  blindWindowID: null,
  countedAs: null,
  check: null,
  ...more,
});

function changesOf(...steps: readonly (readonly [Run | undefined, Run])[]): CountChanges {
  const changes: CountChanges = new Map();
  for (const [before, after] of steps) countChange(changes, before, after);
  return changes;
}

test('a run counts when it ends, in the quarter of an hour in which it began', () => {
  const running = run('running');
  expect(changesOf([undefined, running])).toEqual(new Map());
  expect(changesOf([running, run('timed_out')])).toEqual(new Map([[7, { ...noRuns(), failed: 1 }]]));
  const late = run('succeeded', { late: true });
  expect(changesOf([running, late])).toEqual(new Map([[7, { ...noRuns(), succeeded: 1, late: 1 }]]));
});

test('a late report moves a missed run to its outcome and its time', () => {
  const missed = run('missed', { startedAt: null, expectedAt: QUARTER_MS * 7 });
  const reported = run('succeeded', { startedAt: QUARTER_MS * 9, expectedAt: QUARTER_MS * 7, late: true });
  expect(changesOf([missed, reported])).toEqual(
    new Map([
      [7, { ...noRuns(), missed: -1 }],
      [9, { ...noRuns(), succeeded: 1, late: 1 }],
    ]),
  );
});

test('a run whose count stays the same changes nothing', () => {
  const [counts] = changesOf([run('failed'), run('failed', { countedAs: 'failure' })]).values();
  expect(counts !== undefined && isUnchanged(counts)).toBe(true);
});
