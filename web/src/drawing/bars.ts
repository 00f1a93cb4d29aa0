import type { Run } from '@overdue/sdk';
import { type Extent, packLanes } from './lanes.ts';

/** A run as drawn. A missed run has no length. */
export interface Bar extends Extent {
  readonly run: Run;
  readonly lane: number;
}

export interface Lanes {
  readonly bars: readonly Bar[];
  readonly count: number;
}

const NONE: Lanes = { bars: [], count: 1 };

/**
 * Places runs in lanes. A running run extends to the present, and a run that never ended extends to its maximum
 * duration.
 */
export function layRuns(runs: readonly Run[], now: number, maxRunMs: number): Lanes {
  if (runs.length === 0) return NONE;
  const drawn = runs
    .map((run) => ({ run, ...extentOf(run, now, maxRunMs) }))
    .filter(({ from }) => Number.isFinite(from))
    .toSorted((a, b) => a.from - b.from);
  const lanes = packLanes(drawn);
  const bars = drawn.map((bar, index) => ({ ...bar, lane: lanes[index] ?? 0 }));
  return { bars, count: Math.max(1, ...lanes.map((lane) => lane + 1)) };
}

export function extentOf(run: Run, now: number, maxRunMs: number): Extent {
  const expectedAt = timeOrNull(run.expectedAt);
  const endedAt = timeOrNull(run.endedAt);
  const durationMs = (run.duration ?? 0) * 1000;
  const from =
    timeOrNull(run.startedAt) ?? (endedAt === null ? null : endedAt - durationMs) ?? expectedAt ?? Number.NaN;
  if (run.state === 'missed' || run.state === 'unknown') return { from, to: from };
  if (endedAt !== null) return { from, to: Math.max(from, endedAt) };
  if (run.state === 'running') return { from, to: Math.max(from, now) };
  return { from, to: from + Math.min(durationMs > 0 ? durationMs : maxRunMs, Math.max(0, now - from)) };
}

/** Returns how many seconds after the expected time a run started; null if either time is missing. */
export function startLagOf({ startedAt, expectedAt }: Run): number | null {
  if (startedAt === null || expectedAt === null) return null;
  return (Date.parse(startedAt) - Date.parse(expectedAt)) / 1000;
}

function timeOrNull(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
