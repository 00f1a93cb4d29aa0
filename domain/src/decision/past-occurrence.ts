import type { MonitorRules } from '../monitor/rules.ts';
import { isUnreported } from '../monitor/run.ts';
import type { MonitorState } from '../monitor/state.ts';
import type { Ping } from '../ping/event.ts';
import type { DecisionDraft } from './decision-draft.ts';
import { clockOccurrence, occurrenceOf } from './occurrence.ts';

/** Range of expected times that may match a report about the past. Both ends are included. */
interface OccurrenceSpan {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns the expected times that may match a run that began at `at`; null if the schedule has no occurrence up to `at`. For an
 * interval, the span includes all expected times that are less than one interval away from the run.
 */
export function occurrenceSpan(
  { schedule }: MonitorRules,
  state: MonitorState,
  at: number,
): OccurrenceSpan | null {
  if (schedule.type === 'interval')
    return { from: at - schedule.intervalMs + 1, until: at + schedule.intervalMs - 1 };
  const occurrence = clockOccurrence(schedule, state, at);
  return occurrence === null ? null : { from: occurrence, until: occurrence };
}

/**
 * Returns the occurrence of a report about the past: the awaited occurrence, or the nearest occurrence that was judged without a
 * report.
 */
export function pastOccurrenceOf(draft: DecisionDraft, at: number): number | null {
  const { rules, state } = draft;
  const usual = occurrenceOf(rules, state, at);
  const isAwaited = usual !== null && (rules.schedule.type !== 'interval' || usual === state.nextExpectedAt);
  if (isAwaited) return usual;
  const span = occurrenceSpan(rules, state, at);
  if (span === null) return null;
  let nearest: number | null = null;
  for (const run of draft.runs.values()) {
    const { expectedAt } = run;
    if (expectedAt === null || expectedAt < span.from || expectedAt > span.until || !isUnreported(run))
      continue;
    if (nearest === null || isNearer(expectedAt, nearest, at)) nearest = expectedAt;
  }
  return nearest;
}

/** Whether a time is nearer to `at` than another time. Ties go to the earlier time. */
function isNearer(time: number, other: number, at: number): boolean {
  return (Math.abs(time - at) - Math.abs(other - at) || time - other) < 0;
}

/** Whether a ping reports something that happened before the ping arrived. */
export function isAboutPast({ at, happenedAt = at }: Ping): boolean {
  return happenedAt < at;
}

/**
 * Returns the start time to use for a ping's run: the time of the event. For a closing ping about the past, subtracts the
 * reported duration.
 */
export function runStartOf(ping: Ping): number {
  const { at, happenedAt = at, type, durationMs } = ping;
  const isClosing = type === 'end' || type === 'fail' || type === 'ping';
  return isClosing && isAboutPast(ping) ? happenedAt - (durationMs ?? 0) : happenedAt;
}
