import { MINUTE_MS } from '../time-units.ts';
import { latestOccurrenceAt, occurrenceAfter } from './occurrences.ts';
import type { Schedule } from './schedule.ts';

/** Maximum time between consecutive runs of one span. */
export const GAP_MS_MAX = 15 * MINUTE_MS;

/** A series of expected runs with gaps of at most {@link GAP_MS_MAX}. For a single run, `firstAt` and `lastAt` are equal. */
export interface ExpectedSpan {
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * Returns the runs expected from `from` until before `to`, joined into spans. Spans begin more than 15 minutes apart, however
 * often the job runs. For an interval, assumes that each run starts when expected, counted from `nextAt`.
 */
export function expectedSpans(
  schedule: Schedule,
  { from, to, nextAt }: { readonly from: number; readonly to: number; readonly nextAt: number },
): readonly ExpectedSpan[] {
  const start = Math.max(from, nextAt);
  const spans: ExpectedSpan[] = [];
  for (let firstAt = firstFrom(schedule, start, nextAt); firstAt < to; ) {
    const { lastAt, followingAt } = endOfSpan(schedule, firstAt, to);
    spans.push({ firstAt, lastAt });
    firstAt = followingAt;
  }
  return spans;
}

function firstFrom(schedule: Schedule, start: number, nextAt: number): number {
  if (schedule.type !== 'interval') return occurrenceAfter(schedule, start - 1);
  return nextAt + Math.ceil((start - nextAt) / schedule.intervalMs) * schedule.intervalMs;
}

/** Returns the last run of a span, and the following run, which is more than {@link GAP_MS_MAX} later or not before `to`. */
function endOfSpan(
  schedule: Schedule,
  firstAt: number,
  to: number,
): { readonly lastAt: number; readonly followingAt: number } {
  let lastAt = firstAt;
  for (;;) {
    const followingAt = occurrenceAfter(schedule, lastAt);
    if (followingAt - lastAt > GAP_MS_MAX || followingAt >= to) return { lastAt, followingAt };
    lastAt =
      schedule.type === 'interval'
        ? firstAt + Math.floor((to - 1 - firstAt) / schedule.intervalMs) * schedule.intervalMs
        : (latestOccurrenceAt(schedule, Math.min(to - 1, lastAt + GAP_MS_MAX)) ?? followingAt);
  }
}
