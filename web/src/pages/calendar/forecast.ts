import { MINUTE_MS } from '@overdue/domain/time-units.ts';

export const QUARTER_HOUR_MS = 15 * MINUTE_MS;
/** Minimum length of a run, and the length of a run without a measured duration. */
const LENGTH_MS_MIN = MINUTE_MS;
/** Minimum length of a free period to show. */
const FREE_MS_MIN = QUARTER_HOUR_MS;

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface CalendarJob {
  readonly usualMs: number | null;
  readonly runs: readonly { readonly firstAt: number; readonly lastAt: number }[];
}

export interface QuarterHour {
  readonly at: number;
  /** Number of jobs that run during the quarter of an hour, excluding frequent jobs. */
  readonly running: number;
  /** Number of jobs that run every few minutes during the quarter of an hour. */
  readonly frequent: number;
}

export interface Forecast {
  readonly quarters: readonly QuarterHour[];
  /** Periods in which no job runs, oldest first. Frequent jobs are ignored. */
  readonly free: readonly Span[];
  /**
   * Number of jobs that run every few minutes during a part of the period. `free` ignores them, because they would leave no free
   * periods.
   */
  readonly frequent: number;
  /**
   * The quarter of an hour in which the most jobs run, including frequent jobs. If several are equally busy, this is the first.
   * Null if no job runs.
   */
  readonly busiest: QuarterHour | null;
}

/** Returns when a run is expected to end. */
export function endOf(at: number, usualMs: number | null): number {
  return at + Math.max(LENGTH_MS_MIN, usualMs ?? 0);
}

export function forecastOf(jobs: readonly CalendarJob[], { from, to }: Span): Forecast {
  const count = Math.ceil((to - from) / QUARTER_HOUR_MS);
  const running = new Uint32Array(count);
  const frequent = new Uint32Array(count);
  const busy: Span[] = [];
  const indexOf = (at: number) => Math.min(count - 1, Math.max(0, Math.floor((at - from) / QUARTER_HOUR_MS)));
  let frequentJobs = 0;
  for (const { usualMs, runs } of jobs) {
    if (runs.some(({ firstAt, lastAt }) => lastAt > firstAt)) frequentJobs += 1;
    let counted = -1;
    for (const { firstAt, lastAt } of runs) {
      const end = endOf(lastAt, usualMs);
      if (end <= from || firstAt >= to) continue;
      const isFrequent = lastAt > firstAt;
      if (!isFrequent) busy.push({ from: firstAt, to: end });
      const counts = isFrequent ? frequent : running;
      // Runs of one job within a quarter of an hour count once.
      for (let index = Math.max(indexOf(firstAt), counted + 1); index <= indexOf(end - 1); index += 1) {
        counts[index] = (counts[index] ?? 0) + 1;
        counted = index;
      }
    }
  }
  const quarters = Array.from({ length: count }, (_, index) => ({
    at: from + index * QUARTER_HOUR_MS,
    running: running[index] ?? 0,
    frequent: frequent[index] ?? 0,
  }));
  return {
    quarters,
    free: freeBetween(busy, { from, to }),
    frequent: frequentJobs,
    busiest: busiestOf(quarters),
  };
}

function freeBetween(busy: readonly Span[], { from, to }: Span): readonly Span[] {
  const free: Span[] = [];
  let at = from;
  for (const span of [...busy.toSorted((a, b) => a.from - b.from), { from: to, to }]) {
    if (Math.min(span.from, to) - at >= FREE_MS_MIN) free.push({ from: at, to: Math.min(span.from, to) });
    at = Math.max(at, span.to);
  }
  return free;
}

function busiestOf(quarters: readonly QuarterHour[]): QuarterHour | null {
  let busiest: QuarterHour | null = null;
  let most = 0;
  for (const quarter of quarters) {
    const jobs = quarter.running + quarter.frequent;
    if (jobs > most) [busiest, most] = [quarter, jobs];
  }
  return busiest;
}

/** Returns the longest free periods in chronological order. */
export function longestPeriods(free: readonly Span[], count: number): readonly Span[] {
  return free
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, count)
    .sort((a, b) => a.from - b.from);
}
