import type { RunDay } from '@overdue/sdk';

/**
 * `none`: no runs · `good`: all runs succeeded on time · `late`: all runs succeeded, but some were late · `bad`: a failed or
 * missed run, or downtime · `unknown`: only unknown runs.
 */
export type DayOutcome = 'none' | 'good' | 'late' | 'bad' | 'unknown';

/** Counts runs with a known outcome. */
export function countJudgedOn({ succeeded, failed, missed }: RunDay): number {
  return succeeded + failed + missed;
}

/**
 * Returns the share of failed and missed runs among the runs with a known outcome. If no run failed or was missed, returns the
 * share of the day that was downtime.
 */
export function badShareOn(day: RunDay): number {
  const judged = countJudgedOn(day);
  const bad = day.failed + day.missed;
  if (bad > 0) return bad / judged;
  const lengthMs = Date.parse(day.to) - Date.parse(day.from);
  return lengthMs <= 0 ? 0 : Math.min(1, (day.downSeconds * 1000) / lengthMs);
}

export function outcomeOf(day: RunDay): DayOutcome {
  if (badShareOn(day) > 0 || day.incidents > 0) return 'bad';
  if (day.late > 0) return 'late';
  if (countJudgedOn(day) > 0) return 'good';
  return day.unknown > 0 ? 'unknown' : 'none';
}
