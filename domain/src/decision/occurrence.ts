import type { MonitorRules } from '../monitor/rules.ts';
import type { MonitorState } from '../monitor/state.ts';
import { latestOccurrenceAt, occurrenceAfter } from '../schedule/occurrences.ts';
import type { ClockSchedule, Schedule } from '../schedule/schedule.ts';

const TOLERANCE_MS_MAX = 60_000;

/** Returns how early a report may arrive for its occurrence, because a job's clock may be fast (rule 8). */
export function tolerance(gapMs: number): number {
  return Math.min(TOLERANCE_MS_MAX, gapMs / 10);
}

/** Returns the occurrence that a report at a time belongs to; null if no run was expected yet or the report is too early. */
export function occurrenceOf(rules: MonitorRules, state: MonitorState, at: number): number | null {
  if (state.paused) return null;
  const { schedule } = rules;
  const occurrence =
    schedule.type === 'interval'
      ? intervalOccurrence(schedule.intervalMs, state, at)
      : clockOccurrence(schedule, state, at);
  return occurrence !== null && occurrence > state.metUntil ? occurrence : null;
}

function intervalOccurrence(intervalMs: number, state: MonitorState, at: number): number | null {
  const next = state.nextExpectedAt;
  if (next !== null && at + tolerance(intervalMs) >= next) return next;
  return state.previousExpectedAt;
}

/** Returns the calendar occurrence to which a report at `at` belongs (rule 8). */
export function clockOccurrence(schedule: ClockSchedule, state: MonitorState, at: number): number | null {
  const [before, after] = neighbours(schedule, state, at);
  if (after - tolerance(before === null ? Number.POSITIVE_INFINITY : after - before) <= at) return after;
  return before;
}

/**
 * Returns the latest occurrence at or before a time, and the first occurrence after the time. The state usually contains both.
 */
function neighbours(schedule: ClockSchedule, state: MonitorState, at: number): [number | null, number] {
  const { previousExpectedAt: previous, nextExpectedAt: next } = state;
  if (next !== null && previous !== null) {
    if (at >= previous && at < next) return [previous, next];
    if (at >= next) {
      const following = occurrenceAfter(schedule, next);
      if (at < following) return [next, following];
    }
  }
  const before = latestOccurrenceAt(schedule, at);
  return [before, occurrenceAfter(schedule, before ?? at)];
}

/** Awaits the first occurrence after a time. If an early report has already met this occurrence, awaits the next occurrence. */
function expectAfter(
  schedule: Schedule,
  {
    state,
    at,
    previous,
  }: { readonly state: MonitorState; readonly at: number; readonly previous: number | null },
): MonitorState {
  const next = occurrenceAfter(schedule, at);
  if (next === state.latestRunExpectedAt) return expectAfter(schedule, { state, at: next, previous: next });
  return { ...state, previousExpectedAt: previous, nextExpectedAt: finiteOrNull(next) };
}

/** Converts infinity, which means that the schedule has no further occurrence, to null. */
export function finiteOrNull(occurrence: number): number | null {
  return Number.isFinite(occurrence) ? occurrence : null;
}

/** Awaits the first occurrence after a time, as if all earlier occurrences had been met (rules 15 and 16). */
export function expectFrom({ schedule }: MonitorRules, state: MonitorState, at: number): MonitorState {
  const met = { ...state, metUntil: Math.max(state.metUntil, at), missedStreak: 0 };
  return expectAfter(schedule, {
    state: met,
    at,
    previous: schedule.type === 'interval' ? null : latestOccurrenceAt(schedule, at),
  });
}

/**
 * Makes the first occurrence after `at` the expected one. Skipped occurrences get no verdict. Intervals count from the last
 * expected time.
 */
export function skipTo({ schedule }: MonitorRules, state: MonitorState, at: number): MonitorState {
  if (schedule.type !== 'interval')
    return expectAfter(schedule, { state, at, previous: latestOccurrenceAt(schedule, at) });
  const from = state.nextExpectedAt ?? state.previousExpectedAt ?? at;
  const previous = from + Math.floor((at - from) / schedule.intervalMs) * schedule.intervalMs;
  return expectAfter(schedule, { state, at: previous, previous });
}

/**
 * If the monitor was given up (rule 17), awaits its next occurrence again after a ping. Changes nothing if the schedule has no
 * further occurrence.
 */
export function expectAgain(rules: MonitorRules, state: MonitorState, at: number): MonitorState {
  const { nextExpectedAt: next, previousExpectedAt: lastJudged } = state;
  return next === null && lastJudged !== null ? skipTo(rules, state, Math.max(at, lastJudged)) : state;
}

/**
 * Returns the monitor's state after a new run was reported (rules 7 to 9). `occurrence` is null for a run outside the schedule.
 *
 * @param report.at when the run began. An interval counts from this time.
 * @param report.now when the report arrived. Only later occurrences can become expected.
 */
export function expectAfterReport(
  rules: MonitorRules,
  {
    state,
    occurrence,
    at,
    now,
  }: {
    readonly state: MonitorState;
    readonly occurrence: number | null;
    readonly at: number;
    readonly now: number;
  },
): MonitorState {
  if (state.paused) return state;
  const { schedule } = rules;
  const met: MonitorState =
    occurrence === null
      ? state
      : {
          ...state,
          metUntil: Math.max(state.metUntil, occurrence),
          latestRunExpectedAt: Math.max(state.latestRunExpectedAt, occurrence),
        };
  const next = met.nextExpectedAt;
  if (schedule.type === 'interval') {
    const following = nextOfInterval(schedule.intervalMs, { next, at, now });
    // A report about the past may leave the awaited occurrence as it is.
    if (following === next && at !== now) return met;
    return { ...met, previousExpectedAt: null, nextExpectedAt: following };
  }
  if (next === null)
    return expectAfter(schedule, { state: met, at: now, previous: latestOccurrenceAt(schedule, now) });
  return occurrence === next ? expectAfter(schedule, { state: met, at: next, previous: next }) : met;
}

/** A report about the past never brings the next run of an interval forward. */
function nextOfInterval(
  intervalMs: number,
  { next, at, now }: { readonly next: number | null; readonly at: number; readonly now: number },
): number {
  const following = at + intervalMs;
  if (at === now) return following;
  if (next !== null) return Math.max(next, following);
  return following > now ? following : following + Math.ceil((now - following + 1) / intervalMs) * intervalMs;
}
