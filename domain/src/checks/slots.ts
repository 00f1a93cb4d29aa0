import { latestOccurrenceAt, occurrenceAfter, shortestGap } from '../schedule/occurrences.ts';
import type { ClockSchedule, Schedule } from '../schedule/schedule.ts';
import { DAY_MS, SECOND_MS } from '../time-units.ts';

/** Minimum time that a slot may wait for the start of its check. */
const START_MS_MIN = 10 * SECOND_MS;

/** Settings of a check that decide how long its result may take. */
export interface AttemptSettings {
  /** Time-out of one attempt. */
  readonly timeoutMs: number;
  /** Attempts that confirm a failure, in addition to the first one. */
  readonly confirmAttempts: number;
  /** Time between two attempts. */
  readonly confirmDelayMs: number;
}

/** Returns how long after its slot a check may start: half of the interval, but at least 10 s. `afterMs`: as in {@link slotGraceMs}. */
export function lateStartMs(schedule: Schedule, afterMs: number): number {
  return Math.max(Math.min(shortestGap(schedule, afterMs), DAY_MS) / 2, START_MS_MIN);
}

/**
 * Returns how long a slot may wait for its result: half of the interval, but at least 10 s, for the start, and the time-outs and
 * delays of all attempts. `afterMs`: time from which the gaps of an expression are counted.
 */
export function slotGraceMs(schedule: Schedule, attempts: AttemptSettings, afterMs: number): number {
  const { timeoutMs, confirmAttempts, confirmDelayMs } = attempts;
  return lateStartMs(schedule, afterMs) + timeoutMs + confirmAttempts * (confirmDelayMs + timeoutMs);
}

/** Returns the schedule of a checked monitor: an interval becomes a grid, and the grace period follows from the attempts. */
export function slotSchedule(
  schedule: Schedule,
  {
    phaseMs,
    attempts,
    afterMs,
  }: { readonly phaseMs: number; readonly attempts: AttemptSettings; readonly afterMs: number },
): ClockSchedule {
  const graceMs = slotGraceMs(schedule, attempts, afterMs);
  if (schedule.type !== 'interval') return { ...schedule, graceMs };
  const { intervalMs, timezone } = schedule;
  return { type: 'grid', intervalMs, phaseMs, timezone, graceMs };
}

/**
 * Returns the slot to check next: the awaited slot, unless it is too late for it. Then the latest slot that isn't too late, or else
 * the next slot. Null if the schedule has no further slot.
 *
 * @param awaited the slot that the monitor awaits
 * @param now the time at which the check could start
 */
export function slotToCheck(schedule: Schedule, awaited: number, now: number): number | null {
  const limit = lateStartMs(schedule, awaited);
  if (now - awaited <= limit) return awaited;
  const latest = schedule.type === 'interval' ? null : latestOccurrenceAt(schedule, now);
  if (latest !== null && latest > awaited && now - latest <= limit) return latest;
  const next = occurrenceAfter(schedule, now);
  return Number.isFinite(next) ? next : null;
}
