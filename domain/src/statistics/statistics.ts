import { beganAt, type Run } from '../monitor/run.ts';

/** Durations in milliseconds; null if no run reported one. */
export interface Durations {
  readonly durationP50: number | null;
  readonly durationP95: number | null;
  readonly durationMax: number | null;
}

export interface Bucket extends Durations {
  readonly at: number;
  readonly runs: number;
  readonly failed: number;
  readonly missed: number;
}

export interface Statistics extends Durations {
  readonly runs: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly timedOut: number;
  readonly missed: number;
  readonly unknown: number;
  /** Share of finished runs that succeeded, 0 to 1; null if there are none. */
  readonly successRate: number | null;
  readonly startLagP50: number | null;
  readonly startLagP95: number | null;
  readonly buckets: readonly Bucket[];
}

/** A period divided into equal buckets. Includes `from`, excludes `to`. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly buckets: number;
}

/**
 * Creates statistics of the runs that began in a period. Runs may be added in any order.
 *
 * @param createdAt creation time of the monitor. Its first run often belongs to an occurrence before this time (rule 8). Such a run
 *   has no start lag, because no job was expected then.
 */
export function createStatistics(
  { from, to, buckets }: Scale,
  createdAt: number,
): {
  readonly add: (run: Run) => void;
  readonly result: () => Statistics;
} {
  const total = newTally();
  const parts = Array.from({ length: buckets }, newTally);
  const lags: number[] = [];
  const partMs = (to - from) / buckets;
  return {
    add(run) {
      const at = beganAt(run);
      if (at < from || at >= to) return;
      count(total, run);
      const part = parts[Math.min(buckets - 1, Math.floor((at - from) / partMs))];
      if (part !== undefined) count(part, run);
      const { startedAt, expectedAt } = run;
      if (startedAt === null || expectedAt === null) return;
      if (expectedAt < createdAt && startedAt >= createdAt) return;
      lags.push(Math.max(0, startedAt - expectedAt));
    },
    result() {
      const { succeeded, failed, timed_out: timedOut, missed, unknown, running } = total.states;
      const judged = succeeded + failed + timedOut + missed;
      const sortedLags = Float64Array.from(lags).sort();
      return {
        runs: total.runs,
        running,
        succeeded,
        failed,
        timedOut,
        missed,
        unknown,
        successRate: judged === 0 ? null : succeeded / judged,
        ...durationsOf(total),
        startLagP50: percentile(sortedLags, 0.5),
        startLagP95: percentile(sortedLags, 0.95),
        buckets: parts.map((part, index) => ({
          at: Math.round(from + index * partMs),
          runs: part.runs,
          failed: part.states.failed + part.states.timed_out,
          missed: part.states.missed,
          ...durationsOf(part),
        })),
      };
    },
  };
}

interface Tally {
  runs: number;
  readonly states: Record<Run['state'], number>;
  readonly durations: number[];
}

function newTally(): Tally {
  return {
    runs: 0,
    states: { running: 0, succeeded: 0, failed: 0, timed_out: 0, missed: 0, unknown: 0 },
    durations: [],
  };
}

function count(tally: Tally, { state, durationMs }: Run): void {
  tally.runs += 1;
  tally.states[state] += 1;
  if (durationMs !== null) tally.durations.push(durationMs);
}

function durationsOf({ durations }: Tally): Durations {
  const sorted = Float64Array.from(durations).sort();
  return {
    durationP50: percentile(sorted, 0.5),
    durationP95: percentile(sorted, 0.95),
    durationMax: sorted.at(-1) ?? null,
  };
}

/** Returns a percentile by nearest rank: the smallest value that is at least as large as the given share of values. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
