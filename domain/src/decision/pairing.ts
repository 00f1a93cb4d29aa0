import { type BlindWindow, briefGapsAt } from '../blind-window.ts';
import { runLimitMs } from '../monitor/rules.ts';
import { isUnended, isUnreported, type Run } from '../monitor/run.ts';
import type { Event, Ping } from '../ping/event.ts';
import { occurrenceAfter } from '../schedule/occurrences.ts';
import { MINUTE_MS } from '../time-units.ts';
import { type DecisionDraft, findRun, recordRun } from './decision-draft.ts';
import { countFailure, countSuccess, markReported } from './incident-threshold.ts';
import { expectAfterReport, expectAgain, finiteOrNull, occurrenceOf } from './occurrence.ts';
import { isAboutPast, pastOccurrenceOf, runStartOf } from './past-occurrence.ts';
import { recount } from './recount.ts';
import { type JudgingContext, VERDICTS_MAX } from './verdict.ts';

const CLOSED_RUN =
  'The run with this rid has already ended, so nothing changed. Send a new rid for each run.';

/** Minimum time for which a run stays open after a late report of its start, because the report of its end may follow soon. */
const LATE_START_MS = MINUTE_MS;

/** Records a ping as an event and updates the runs (rules 1 to 6). */
export function recordPing(draft: DecisionDraft, ping: Ping, context: JudgingContext): Event {
  const { newID } = context;
  const number = draft.state.eventCount + 1;
  const { type, at, happenedAt = at, warnings } = ping;
  const event = { number, type, at, happenedAt, durationMs: null, warnings };
  if (ping.type === 'ignored') {
    draft.state = { ...draft.state, eventCount: number };
    return { ...event, runID: ping.rid ?? ping.newRunID ?? newID() };
  }
  draft.state = { ...draft.state, eventCount: number, lastPingAt: ping.at };
  if (ping.type === 'log')
    return { ...event, runID: ping.rid ?? lastStartRunID(draft) ?? ping.newRunID ?? newID() };
  draft.state = expectAgain(draft.rules, { ...draft.state, missedStreak: 0 }, ping.at);
  if (ping.type === 'start') {
    const run = recordStart(draft, { ping, number, context });
    markReported(draft, { at: ping.at, eventNumber: number, runSeq: run.seq });
    if (isUnended(run) || run.startEvent === number) return { ...event, runID: run.runID };
    return { ...event, runID: run.runID, warnings: [...ping.warnings, CLOSED_RUN] };
  }
  const outcome = ping.type === 'fail' ? 'failed' : 'succeeded';
  const { run, measuredMs: durationMs } = recordClosing(draft, { ping, number, outcome, context });
  countOutcome(draft, run, ping);
  markReported(draft, { at: ping.at, eventNumber: number, runSeq: run.seq });
  return { ...event, runID: run.runID, durationMs };
}

function countOutcome(draft: DecisionDraft, run: Run, ping: Ping): void {
  const cause = { at: ping.at, eventNumber: draft.state.eventCount };
  if (run.endEvent !== cause.eventNumber || (run.state !== 'failed' && run.state !== 'succeeded')) return;
  if (isAboutPast(ping))
    recount(draft, { run, countedAs: run.state === 'failed' ? 'failure' : 'success', cause });
  else if (run.state === 'failed') countFailure(draft, { run, reason: 'failed', cause });
  else countSuccess(draft, run, cause);
}

function lastStartRunID(draft: DecisionDraft): string | undefined {
  const seq = draft.state.lastStartSeq;
  return seq === null ? undefined : draft.runs.get(seq)?.runID;
}

/** A ping to record, with the number of its event. */
interface Recording {
  readonly ping: Ping;
  readonly number: number;
  readonly context: JudgingContext;
}

/** Rules 1, 6 and 18. Opens a run, unless a run with the rid exists. */
function recordStart(draft: DecisionDraft, { ping, number, context }: Recording): Run {
  const { at, happenedAt = at } = ping;
  const existing = ping.rid === null ? undefined : findReportedRun(draft, ping.rid);
  if (existing !== undefined) {
    draft.state = { ...draft.state, lastStartSeq: isUnended(existing) ? existing.seq : null };
    return isAboutPast(ping) ? addStart(draft, existing, { startedAt: happenedAt, number }) : existing;
  }
  const ownLimitAt = happenedAt + runLimitMs(draft.rules);
  const limitAt = isAboutPast(ping) ? Math.max(ownLimitAt, at + LATE_START_MS) : ownLimitAt;
  const run = addReportedRun(draft, {
    ping,
    context,
    report: {
      state: 'running',
      startedAt: happenedAt,
      endedAt: null,
      durationMs: null,
      startEvent: number,
      endEvent: null,
      limitAt,
    },
  });
  const { openRunCount, runLimitAt } = draft.state;
  draft.state = {
    ...draft.state,
    lastStartSeq: run.seq,
    openRunCount: openRunCount + 1,
    runLimitAt: runLimitAt === null ? limitAt : Math.min(runLimitAt, limitAt),
  };
  return run;
}

/** Rule 18. Adds a start to a run whose end was reported first. */
function addStart(
  draft: DecisionDraft,
  run: Run,
  { startedAt, number }: { readonly startedAt: number; readonly number: number },
): Run {
  const { endedAt, expectedAt } = run;
  if (run.startEvent !== null || endedAt === null || startedAt > endedAt) return run;
  const limitAt = startedAt + runLimitMs(draft.rules);
  return recordRun(draft, {
    ...run,
    startedAt,
    startEvent: number,
    durationMs: run.durationMs ?? endedAt - startedAt,
    limitAt,
    late: isLate(draft, expectedAt, startedAt) || endedAt > limitAt,
  });
}

/** Before the first report no occurrence is awaited (rule 11), so the run can't be late. */
function isLate({ rules, state }: DecisionDraft, expectedAt: number | null, at: number): boolean {
  return state.hasReported && expectedAt !== null && at > expectedAt + rules.schedule.graceMs;
}

type Outcome = 'succeeded' | 'failed';

/** Rules 2 to 5. Closes the run that the ping belongs to. If there is none, records a run that has already ended. */
function recordClosing(
  draft: DecisionDraft,
  { ping, number, outcome, context }: Recording & { readonly outcome: Outcome },
): { readonly run: Run; readonly measuredMs: number | null } {
  const { at, happenedAt = at, durationMs } = ping;
  const existing = findRunToClose(draft, ping);
  draft.state = { ...draft.state, lastStartSeq: null };
  if (existing === undefined) {
    const startedAt = isAboutPast(ping) && durationMs !== null ? runStartOf(ping) : null;
    const run = addReportedRun(draft, {
      ping,
      context,
      report: {
        state: outcome,
        startedAt,
        endedAt: happenedAt,
        durationMs,
        startEvent: null,
        endEvent: number,
        limitAt: startedAt === null ? null : startedAt + runLimitMs(draft.rules),
      },
    });
    return { run, measuredMs: durationMs };
  }
  const measuredMs =
    durationMs ?? (existing.startedAt === null ? null : Math.max(0, happenedAt - existing.startedAt));
  // Reports about the past may arrive in any order. The end that happened last counts.
  if (isAboutPast(ping) && happenedAt < (existing.endedAt ?? 0)) return { run: existing, measuredMs };
  const run = recordRun(draft, closeRun(draft, { run: existing, ping, number, outcome, measuredMs }));
  return { run, measuredMs };
}

/** Returns the run of the ping's rid. Without a rid, returns the open run whose start was the monitor's last event. */
function findRunToClose(draft: DecisionDraft, ping: Ping): Run | undefined {
  if (ping.rid !== null) return findReportedRun(draft, ping.rid);
  const run = draft.state.lastStartSeq === null ? undefined : draft.runs.get(draft.state.lastStartSeq);
  const isOlder = isAboutPast(ping) && (ping.happenedAt ?? 0) < (run?.startedAt ?? 0);
  return run !== undefined && isUnended(run) && !isOlder ? run : undefined;
}

/** Returns the run that a job reported under an ID. */
function findReportedRun(draft: DecisionDraft, rid: string): Run | undefined {
  return findRun(draft, (run) => run.runID === rid && !isUnreported(run));
}

/** The reported end of an existing run, with the number of its event. */
interface RunEnd {
  readonly run: Run;
  readonly ping: Ping;
  readonly number: number;
  readonly outcome: Outcome;
  readonly measuredMs: number | null;
}

function closeRun(draft: DecisionDraft, { run, ping, number, outcome, measuredMs }: RunEnd): Run {
  if (run.state === 'running') {
    const openRunCount = draft.state.openRunCount - 1;
    draft.state = {
      ...draft.state,
      openRunCount,
      runLimitAt: openRunCount === 0 ? null : draft.state.runLimitAt,
    };
  }
  // A repeated closing ping must not extend the run. If the ping contains a duration that the job measured, that duration
  // replaces the stored one.
  if (run.state === outcome)
    return { ...run, durationMs: ping.durationMs ?? run.durationMs, endEvent: number };
  const { at, happenedAt = at } = ping;
  const hasPastStart = isAboutPast(ping) && run.startedAt !== null;
  const limitAt = hasPastStart ? (run.startedAt ?? 0) + runLimitMs(draft.rules) : run.limitAt;
  const late = run.late || (limitAt !== null && happenedAt > limitAt);
  return {
    ...run,
    state: outcome,
    endedAt: happenedAt,
    durationMs: measuredMs,
    endEvent: number,
    limitAt,
    late,
  };
}

type ReportedFields = Pick<
  Run,
  'state' | 'startedAt' | 'endedAt' | 'durationMs' | 'startEvent' | 'endEvent' | 'limitAt'
>;

/**
 * Records a reported run (rule 8). If the occurrence already has a run without a report, replaces that run. Otherwise creates a
 * run.
 */
function addReportedRun(
  draft: DecisionDraft,
  {
    ping,
    context,
    report,
  }: { readonly ping: Ping; readonly context: JudgingContext; readonly report: ReportedFields },
): Run {
  const { state } = draft;
  const startedAt = runStartOf(ping);
  const { expectedAt, unreported } = findOccurrence(draft, ping, context);
  const seq = unreported?.seq ?? state.runCount + 1;
  draft.state = expectAfterReport(draft.rules, {
    state: { ...state, runCount: Math.max(state.runCount, seq) },
    occurrence: expectedAt,
    at: startedAt,
    now: ping.at,
  });
  return recordRun(draft, {
    ...report,
    seq,
    runID: ping.rid ?? ping.newRunID ?? unreported?.runID ?? context.newID(),
    expectedAt,
    // Uses the state before this report, because the first reported run is never late.
    late: isLate({ ...draft, state }, expectedAt, startedAt) || isOverLimit(report),
    blindWindowID: unreported?.blindWindowID ?? null,
    countedAs: unreported?.countedAs ?? null,
    check: null,
  });
}

/**
 * Returns the occurrence that the ping's run belongs to. If no job has reported the occurrence, also returns the run that was
 * recorded for the occurrence. `expectedAt` is null if the run belongs to no occurrence, or if another reported run already belongs
 * to the occurrence.
 */
function findOccurrence(
  draft: DecisionDraft,
  ping: Ping,
  context: JudgingContext,
): { readonly expectedAt: number | null; readonly unreported: Run | undefined } {
  const named = ping.rid === null ? undefined : findRun(draft, (run) => run.runID === ping.rid);
  const expectedAt = named === undefined ? occurrenceOfPing(draft, ping, context) : named.expectedAt;
  if (expectedAt === null) return { expectedAt, unreported: undefined };
  const run = findRun(draft, (candidate) => candidate.expectedAt === expectedAt);
  if (run !== undefined && !isUnreported(run)) return { expectedAt: null, unreported: undefined };
  return { expectedAt, unreported: run };
}

function isOverLimit({ endedAt, limitAt }: ReportedFields): boolean {
  return endedAt !== null && limitAt !== null && endedAt > limitAt;
}

function occurrenceOfPing(draft: DecisionDraft, ping: Ping, { blindWindows }: JudgingContext): number | null {
  if (isAboutPast(ping)) return pastOccurrenceOf(draft, runStartOf(ping));
  const usual = occurrenceOf(draft.rules, draft.state, ping.at);
  const { nextExpectedAt: awaited } = draft.state;
  if (awaited === null || awaited > ping.at || awaited === usual) return usual;
  return firstAwaited(draft, { ping, usual, gaps: briefGapsAt(blindWindows, ping.at) }) ?? usual;
}

/**
 * Returns the first awaited occurrence before the usual one, if the ping may have waited in the queue since before the deadline of
 * this occurrence. Pings that waited in the queue belong to the awaited occurrences in their order.
 */
function firstAwaited(
  draft: DecisionDraft,
  {
    ping,
    usual,
    gaps,
  }: { readonly ping: Ping; readonly usual: number | null; readonly gaps: readonly BlindWindow[] },
): number | null {
  const { schedule } = draft.rules;
  let awaited = draft.state.nextExpectedAt;
  for (let steps = 0; gaps.length > 0 && steps < VERDICTS_MAX; steps += 1) {
    if (awaited === null || awaited > ping.at || awaited === usual) return null;
    const expectedAt = awaited;
    const deadline = expectedAt + schedule.graceMs;
    const hasRun = findRun(draft, (run) => run.expectedAt === expectedAt) !== undefined;
    if (!hasRun && gaps.some(({ from }) => deadline >= from)) return expectedAt;
    awaited = finiteOrNull(occurrenceAfter(schedule, expectedAt));
  }
  return null;
}
