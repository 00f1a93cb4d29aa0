import { beganAt, type Run } from '../monitor/run.ts';
import { MINUTE_MS } from '../time-units.ts';

export const RUN_COUNTS = ['succeeded', 'failed', 'missed', 'late', 'unknown'] as const;

/** Numbers of runs by outcome. `failed` includes runs that timed out. A late run counts twice: as `late` and by its outcome. */
export type RunCounts = Record<(typeof RUN_COUNTS)[number], number>;

/** Counts of a team are kept per quarter of an hour, because the offset of every time zone is a multiple of 15 minutes. */
export const QUARTER_MS = 15 * MINUTE_MS;

/** Changes of a team's counts, keyed by the quarter of an hour in which the runs began. */
export type CountChanges = Map<number, RunCounts>;

export function noRuns(): RunCounts {
  return { succeeded: 0, failed: 0, missed: 0, late: 0, unknown: 0 };
}

/** Adds a run to the counts, or subtracts it if `by` is -1. Ignores an open run, which counts when it ends. */
export function countRun(counts: RunCounts, { state, late }: Run, by: 1 | -1 = 1): void {
  if (state === 'running') return;
  counts[state === 'timed_out' ? 'failed' : state] += by;
  if (late) counts.late += by;
}

/** Counts a changed run: removes its earlier version, if any, and adds the new version. */
export function countChange(changes: CountChanges, before: Run | undefined, run: Run): void {
  if (before !== undefined) countInQuarter(changes, before, -1);
  countInQuarter(changes, run, 1);
}

function countInQuarter(changes: CountChanges, run: Run, by: 1 | -1): void {
  if (run.state === 'running') return;
  const quarter = Math.floor(beganAt(run) / QUARTER_MS);
  const counts = changes.get(quarter) ?? noRuns();
  countRun(counts, run, by);
  changes.set(quarter, counts);
}

export function isUnchanged(counts: RunCounts): boolean {
  return RUN_COUNTS.every((name) => counts[name] === 0);
}
