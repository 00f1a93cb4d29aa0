import { beganAt, endOfRun, type Run } from '@overdue/domain/monitor/run.ts';
import type { DayBorders } from '@overdue/domain/schedule/day-borders.ts';
import type { RunCountStore } from '../core/history/contract.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { MonitorStore } from '../monitors/contract.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';

/** Indexes of the days on which a monitor is known to have had no run. */
export type QuietDays = ReadonlySet<number>;

/** Runs read for one page, shared by its monitors, and the limits for one monitor. */
const RUNS_READ_MAX = 50_000;
const RUNS_OF_MONITOR = { min: 100, max: 1000 } as const;

/**
 * Finds the days without runs by monitor. Reads the newest runs of each monitor: at least 100, so that the days of daily jobs
 * are known for the whole strip. Days before the oldest run that is read don't count as quiet.
 */
export async function readQuietDays(
  store: Pick<MonitorStore, 'listRuns'> & RunCountStore,
  monitors: readonly MonitorRecord[],
  days: readonly DayBorders[],
): Promise<ReadonlyMap<number, QuietDays>> {
  const share = Math.floor(RUNS_READ_MAX / Math.max(1, monitors.length));
  const limit = Math.min(RUNS_OF_MONITOR.max, Math.max(RUNS_OF_MONITOR.min, share));
  const found = new Map<number, QuietDays>();
  for (const { id, state } of monitors) {
    const runs = await store.listRuns(id, { limit });
    const pruned = await store.countRunsByDay({ prunedOfMonitorID: id }, days);
    const last = runs.at(-1);
    const oldest = last === undefined || runs.length < limit ? 0 : beganAt(last);
    const reported = spansOf(runs, state.lastPingAt);
    const quiet = days.flatMap(({ from, to }, index) => {
      const { succeeded = 0, failed = 0, missed = 0 } = pruned[index] ?? {};
      const isQuiet =
        from >= oldest &&
        succeeded + failed + missed === 0 &&
        !reported.some((span) => span.from < to && span.to >= from);
      return isQuiet ? [index] : [];
    });
    found.set(id, new Set(quiet));
    await yieldToPings();
  }
  return found;
}

interface Span {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** Returns the spans of the runs whose outcome is known, and the time of the last report. */
function spansOf(runs: readonly Run[], lastReportAt: number | null): readonly Span[] {
  const spans = runs
    .filter(({ state }) => state !== 'unknown')
    .map((run) => ({ from: beganAt(run), to: endOfRun(run) }));
  return lastReportAt === null ? spans : [...spans, { from: lastReportAt, to: lastReportAt }];
}
