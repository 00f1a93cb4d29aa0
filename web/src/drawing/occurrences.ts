import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { MonitorRow } from '@overdue/sdk';
import type { Extent } from './lanes.ts';
import type { View } from './time-scale.ts';

/** Maximum expected runs drawn one by one. */
const DRAWN_MAX = 100;
/** Minimum width of an expected run, as a share of the view. */
const WIDTH_MIN = 1 / 250;

type ExpectingMonitor = Pick<MonitorRow, 'kind' | 'schedule' | 'nextExpectedAt' | 'paused'>;

export function needsOccurrences({ kind, schedule, nextExpectedAt }: ExpectingMonitor, view: View): boolean {
  return (
    !isChecked({ kind }) &&
    schedule.type !== 'interval' &&
    nextExpectedAt !== null &&
    Date.parse(nextExpectedAt) < view.to
  );
}

/**
 * Returns the times at which a job is expected. Coming checks are not drawn, because a check always takes place.
 *
 * @param later known expected times after `nextExpectedAt`
 */
export function expectedTimes(
  monitor: ExpectingMonitor,
  { later, view, now }: { readonly later: readonly number[]; readonly view: View; readonly now: number },
): readonly number[] {
  const { schedule, nextExpectedAt, paused } = monitor;
  if (nextExpectedAt === null || paused || isChecked(monitor)) return [];
  const next = Date.parse(nextExpectedAt);
  if (schedule.type !== 'interval')
    return [next, ...later.filter((at) => at > next)].filter((at) => at < view.to);
  const step = schedule.interval * 1000;
  const first = Math.max(0, Math.floor((Math.max(view.from, now) - next) / step));
  const count = Math.min(DRAWN_MAX, Math.ceil((view.to - next) / step) - first);
  return Array.from({ length: Math.max(0, count) }, (_, index) => next + (first + index) * step);
}

/** Returns expected runs of the usual duration, or one band if there are too many to draw. */
export function layOutExpectedRuns(times: readonly number[], view: View, usualMs: number): readonly Extent[] {
  const [first, second] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const span = view.to - view.from;
  const gap = second === undefined ? span : (last - first) / (times.length - 1);
  if (times.length >= DRAWN_MAX) return [{ from: first, to: view.to }];
  const length = Math.max(span * WIDTH_MIN, usualMs);
  return times.map((from) => ({ from, to: from + Math.min(length, gap) }));
}
