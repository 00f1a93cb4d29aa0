import {
  type BlindWindow,
  judgingTimeOf,
  postponingGap,
  windowOverEarlyRun,
  windowOverOccurrence,
  windowOverRun,
} from '../blind-window.ts';
import { isChecked } from '../monitor/rules.ts';
import type { Run } from '../monitor/run.ts';
import { deadlineAt, type Monitor } from '../monitor/state.ts';
import { occurrenceAfter } from '../schedule/occurrences.ts';
import { type DecisionDraft, findRun, recordRun } from './decision-draft.ts';
import { countFailure } from './incident-threshold.ts';
import { finiteOrNull, skipTo } from './occurrence.ts';

/** Rule 17: number of missed occurrences in a row after which the monitor isn't evaluated until its next ping. */
export const MISSED_STREAK_MAX = 1000;
/** Maximum `unknown` runs that a blind window creates per monitor. Further hidden occurrences are skipped. */
export const UNKNOWN_PER_WINDOW_MAX = 1000;
/**
 * Maximum verdicts per command; the next command makes the rest. Covers all misses up to the limit of rule 17, plus the same
 * number of timed-out runs.
 */
export const VERDICTS_MAX = 2 * MISSED_STREAK_MAX;

export interface JudgingContext {
  readonly blindWindows: readonly BlindWindow[];
  readonly newID: () => string;
}

/** Makes every verdict due before `at`, in the order of deadlines, so that the watchdog's timing doesn't matter. */
export function judgeOverdue(draft: DecisionDraft, at: number, context: JudgingContext): void {
  for (let steps = 0; steps < VERDICTS_MAX; steps += 1) {
    countFromBlindness(draft, context);
    const missed = verdictTimeOf(deadlineAt(draft), at, context);
    const overLimit = verdictTimeOf(draft.state.runLimitAt, at, context);
    if (Math.min(missed, overLimit) >= at) return;
    if (missed <= overLimit) judgeOccurrence(draft, missed, context);
    else judgeRun(draft, overLimit, context);
  }
}

/** Returns when the monitor's next verdict is due; null if no verdict will be due. `at`: time of the command that was applied. */
export function nextVerdictAt(monitor: Monitor, at: number, context: JudgingContext): number | null {
  const missed = verdictTimeOf(deadlineAt(monitor), at, context);
  const overLimit = verdictTimeOf(monitor.state.runLimitAt, at, context);
  return finiteOrNull(Math.min(missed, overLimit) + 1);
}

/**
 * Rule 7. If the last occurrence of an interval has no report, its job may have run until the end of a blind window. The next
 * occurrence then counts from this end, unless a blind window hid the next occurrence, too. Windows count in their order, each
 * without the later ones, so that the result doesn't depend on when the monitor is judged.
 */
function countFromBlindness(draft: DecisionDraft, { blindWindows }: JudgingContext): void {
  const { schedule } = draft.rules;
  const { previousExpectedAt: previous } = draft.state;
  if (schedule.type !== 'interval' || previous === null) return;
  for (const [index, { from, to, brief }] of blindWindows.entries()) {
    const next = draft.state.nextExpectedAt;
    if (next === null) return;
    const counted = to + schedule.intervalMs;
    if (brief !== undefined || to < previous || counted <= next) continue;
    const known = blindWindows.slice(0, index + 1);
    const deadline = next + schedule.graceMs;
    if (from > judgingTimeOf(known, deadline)) continue;
    if (windowOverOccurrence(known, next, deadline) !== undefined) return;
    draft.state = { ...draft.state, nextExpectedAt: counted };
  }
}

function verdictTimeOf(deadline: number | null, at: number, context: JudgingContext): number {
  if (deadline === null) return Number.POSITIVE_INFINITY;
  return deadline >= at ? deadline : judgingTimeOf(context.blindWindows, deadline);
}

/**
 * Judges the awaited occurrence after its deadline. The occurrence is missed, unless it already has a row or a blind window hid it
 * (rule 10).
 */
function judgeOccurrence(draft: DecisionDraft, due: number, context: JudgingContext): void {
  const expectedAt = draft.state.nextExpectedAt;
  if (expectedAt === null) return;
  const window = windowOver(draft, expectedAt, context);
  if (hasRunFor(draft, expectedAt)) {
    awaitNext(draft, expectedAt);
  } else if (window === undefined && isChecked(draft.rules)) {
    recordUncheckedSlot(draft, expectedAt, context);
    awaitNext(draft, expectedAt);
  } else if (window === undefined) {
    const run = recordUnreportedRun(draft, { expectedAt, window: null, context });
    awaitNext(draft, expectedAt);
    draft.state = { ...draft.state, missedStreak: draft.state.missedStreak + 1 };
    countFailure(draft, { run, reason: 'missed', cause: { at: due, eventNumber: null } });
    if (draft.state.missedStreak >= MISSED_STREAK_MAX) draft.state = { ...draft.state, nextExpectedAt: null };
  } else if (expectedAt >= window.from && expectedAt <= window.to) {
    judgeBlindWindow(draft, window, context);
  } else {
    recordUnreportedRun(draft, { expectedAt, window, context });
    awaitNext(draft, expectedAt);
  }
}

/**
 * Judges an open run that exceeded its limit. The run timed out (rule 9). If a blind window may have hidden the end of the run, the
 * run is unknown.
 */
function judgeRun(draft: DecisionDraft, due: number, context: JudgingContext): void {
  const run = findNextTimeout(draft);
  if (run === undefined || run.limitAt > (draft.state.runLimitAt ?? due)) {
    draft.state = { ...draft.state, runLimitAt: run?.limitAt ?? null };
    return;
  }
  const openRunCount = draft.state.openRunCount - 1;
  draft.state = { ...draft.state, openRunCount, runLimitAt: openRunCount === 0 ? null : run.limitAt };
  const window = windowOverRun(context.blindWindows, run.startedAt, run.limitAt);
  if (window !== undefined) {
    recordRun(draft, { ...run, state: 'unknown', blindWindowID: window.id });
  } else {
    const timedOut = recordRun(draft, { ...run, state: 'timed_out' });
    countFailure(draft, {
      run: timedOut,
      reason: 'timed_out',
      cause: {
        at: judgingTimeOf(context.blindWindows, run.limitAt),
        eventNumber: null,
      },
    });
  }
}

interface OpenRun extends Run {
  readonly startedAt: number;
  readonly limitAt: number;
}

function isOpen(run: Run): run is OpenRun {
  return run.state === 'running' && run.startedAt !== null && run.limitAt !== null;
}

function findNextTimeout(draft: DecisionDraft): OpenRun | undefined {
  let first: OpenRun | undefined;
  for (const run of draft.runs.values()) {
    if (!isOpen(run)) continue;
    if (first === undefined || run.limitAt < first.limitAt) first = run;
    else if (run.limitAt === first.limitAt && run.seq < first.seq) first = run;
  }
  return first;
}

/** In one command, judges all occurrences that a blind window hides, so that the team is notified of them together. */
export function judgeBlindWindow(draft: DecisionDraft, window: BlindWindow, context: JudgingContext): void {
  const { schedule } = draft.rules;
  const first = draft.state.nextExpectedAt;
  if (draft.state.paused || first === null || first > window.to) return;
  let recorded = 0;
  let searched = 0;
  let at = first;
  while (at <= window.to) {
    if (recorded >= UNKNOWN_PER_WINDOW_MAX) {
      skipWindow(draft, window);
      countFromBlindness(draft, context);
      return;
    }
    searched += 1;
    // Runs beyond `VERDICTS_MAX` occurrences may be missing from memory. Occurrences before the window that are beyond this limit are
    // judged at their deadlines.
    const mayHide = at >= window.from || searched <= VERDICTS_MAX;
    const hiding = mayHide ? windowHiding(draft, { at, window, context }) : null;
    const { isRecorded, hasRun } = judgeHidden(draft, { at, window: hiding, context });
    if (isRecorded) recorded += 1;
    // The next occurrence of an interval is known only after the current occurrence has a run.
    if (!hasRun && schedule.type === 'interval') break;
    // If the window hides no part of an occurrence that overlaps it, skips the remaining occurrences before the window.
    const overlaps = at < window.from && at + schedule.graceMs >= window.from;
    const skipsAhead = !hasRun && overlaps && hiding === null;
    at = occurrenceAfter(schedule, skipsAhead ? window.from - 1 : at);
  }
  countFromBlindness(draft, context);
}

/**
 * Records the occurrences whose deadlines have passed as unknown, if a quick restart or a stall has postponed their verdicts. Call
 * before a command that ends the wait for these occurrences.
 */
export function endPostponedVerdicts(draft: DecisionDraft, at: number, context: JudgingContext): void {
  for (let steps = 0; steps < VERDICTS_MAX; steps += 1) {
    const { nextExpectedAt: expectedAt } = draft.state;
    const deadline = deadlineAt(draft);
    if (expectedAt === null || deadline === null || deadline >= at) return;
    const window = postponingGap(context.blindWindows, deadline);
    if (window === undefined) return;
    if (!hasRunFor(draft, expectedAt)) recordUnreportedRun(draft, { expectedAt, window, context });
    awaitNext(draft, expectedAt);
  }
}

/** An occurrence that a blind window may hide. */
interface HiddenOccurrence<Window> {
  readonly at: number;
  readonly window: Window;
  readonly context: JudgingContext;
}

/** Records an occurrence as unknown if a window hides it. If this occurrence was awaited and now has a run, moves on to the next occurrence. */
function judgeHidden(
  draft: DecisionDraft,
  { at, window, context }: HiddenOccurrence<BlindWindow | null>,
): { readonly isRecorded: boolean; readonly hasRun: boolean } {
  const isAwaited = draft.state.nextExpectedAt === at;
  const isRecorded = window !== null && !hasRunFor(draft, at);
  if (isRecorded) recordUnreportedRun(draft, { expectedAt: at, window, context });
  const hasRun = isAwaited && hasRunFor(draft, at);
  if (hasRun) awaitNext(draft, at);
  return { isRecorded, hasRun };
}

function windowHiding(
  draft: DecisionDraft,
  { at, window, context }: HiddenOccurrence<BlindWindow>,
): BlindWindow | null {
  return at >= window.from ? window : (windowOver(draft, at, context) ?? null);
}

/** Returns the window that made an occurrence unknown. The occurrence of an interval must be the awaited one. */
function windowOver(
  { rules: { schedule }, state }: DecisionDraft,
  expectedAt: number,
  { blindWindows }: JudgingContext,
): BlindWindow | undefined {
  const window = windowOverOccurrence(blindWindows, expectedAt, expectedAt + schedule.graceMs);
  const isAfterReport = schedule.type === 'interval' && state.previousExpectedAt === null;
  if (window !== undefined || !isAfterReport) return window;
  return windowOverEarlyRun(blindWindows, expectedAt - schedule.intervalMs, schedule.intervalMs);
}

function skipWindow(draft: DecisionDraft, { from, to }: BlindWindow): void {
  const { nextExpectedAt: next } = draft.state;
  if (next !== null && next >= from && next <= to) draft.state = skipTo(draft.rules, draft.state, to);
}

/** Rule 19. Records a slot that nobody checked as unknown. */
export function recordUncheckedSlot(draft: DecisionDraft, expectedAt: number, context: JudgingContext): void {
  const window = windowOver(draft, expectedAt, context) ?? null;
  recordUnreportedRun(draft, { expectedAt, window, context });
}

export function hasRunFor(draft: DecisionDraft, expectedAt: number): boolean {
  return (
    expectedAt <= draft.state.latestRunExpectedAt &&
    findRun(draft, (run) => run.expectedAt === expectedAt) !== undefined
  );
}

function recordUnreportedRun(
  draft: DecisionDraft,
  {
    expectedAt,
    window,
    context,
  }: { readonly expectedAt: number; readonly window: BlindWindow | null; readonly context: JudgingContext },
): Run {
  const seq = draft.state.runCount + 1;
  draft.state = {
    ...draft.state,
    runCount: seq,
    latestRunExpectedAt: Math.max(draft.state.latestRunExpectedAt, expectedAt),
  };
  return recordRun(draft, {
    seq,
    runID: context.newID(),
    state: window === null && !isChecked(draft.rules) ? 'missed' : 'unknown',
    expectedAt,
    startedAt: null,
    endedAt: null,
    durationMs: null,
    late: false,
    startEvent: null,
    endEvent: null,
    limitAt: null,
    blindWindowID: window?.id ?? null,
    countedAs: null,
    check: null,
  });
}

export function awaitNext(draft: DecisionDraft, judgedUntil: number): void {
  let previous = judgedUntil;
  let next = occurrenceAfter(draft.rules.schedule, judgedUntil);
  while (hasRunFor(draft, next)) {
    previous = next;
    next = occurrenceAfter(draft.rules.schedule, next);
  }
  draft.state = { ...draft.state, previousExpectedAt: previous, nextExpectedAt: finiteOrNull(next) };
}
