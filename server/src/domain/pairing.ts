import { changeState, type Draft, findRun, recordRun } from './decision-draft.ts';
import type { Event, Ping } from './event.ts';
import { maxRunMs } from './monitor.ts';
import { awaitAfterReport, awaitAgain, occurrenceOf } from './occurrence.ts';
import { isUnended, isUnreported, type Run } from './run.ts';
import { countFailure, countSuccess } from './streaks.ts';

const CLOSED_RUN =
  'The run with this rid has already ended, so nothing changed. Send a new rid for each run.';

/** Records a ping as an event and updates the runs (rules 1 to 6). */
export function recordPing(draft: Draft, ping: Ping, newID: () => string): Event {
  const number = draft.state.eventCount + 1;
  const event = { number, type: ping.type, at: ping.at, durationMs: null, warnings: ping.warnings };
  if (ping.type === 'ignored') {
    draft.state = { ...draft.state, eventCount: number };
    return { ...event, runID: ping.rid ?? ping.newRunID ?? newID() };
  }
  draft.state = { ...draft.state, eventCount: number, lastPingAt: ping.at };
  if (ping.type === 'log')
    return { ...event, runID: ping.rid ?? lastStartRunID(draft) ?? ping.newRunID ?? newID() };
  draft.state = awaitAgain(draft.rules, { ...draft.state, missedStreak: 0 }, ping.at);
  if (ping.type === 'start') {
    const run = recordStart(draft, { ping, number, newID });
    markReported(draft, { at: ping.at, eventNumber: number, runSeq: run.seq });
    if (isUnended(run)) return { ...event, runID: run.runID };
    return { ...event, runID: run.runID, warnings: [...ping.warnings, CLOSED_RUN] };
  }
  const outcome = ping.type === 'fail' ? 'failed' : 'succeeded';
  const [run, durationMs] = recordClosing(draft, { ping, number, outcome, newID });
  if (outcome === 'failed')
    countFailure(draft, { run, reason: 'failed', cause: { at: ping.at, eventNumber: number } });
  else countSuccess(draft, run, { at: ping.at, eventNumber: number });
  markReported(draft, { at: ping.at, eventNumber: number, runSeq: run.seq });
  return { ...event, runID: run.runID, durationMs };
}

/** Rule 11. Occurrences are awaited from the first report on. */
function markReported(
  draft: Draft,
  { at, eventNumber, runSeq }: { readonly at: number; readonly eventNumber: number; readonly runSeq: number },
): void {
  if (draft.state.reported) return;
  changeState(draft, { ...draft.state, reported: true }, { at, reason: 'reported', runSeq, eventNumber });
}

function lastStartRunID(draft: Draft): string | undefined {
  const seq = draft.state.lastStartSeq;
  return seq === null ? undefined : draft.runs.get(seq)?.runID;
}

/** Rules 1 and 6. Opens a run, unless the run of the rid exists. */
function recordStart(
  draft: Draft,
  { ping, number, newID }: { readonly ping: Ping; readonly number: number; readonly newID: () => string },
): Run {
  const existing = ping.rid === null ? undefined : reportedRun(draft, ping.rid);
  if (existing !== undefined) {
    draft.state = { ...draft.state, lastStartSeq: isUnended(existing) ? existing.seq : null };
    return existing;
  }
  const deadlineAt = ping.at + maxRunMs(draft.rules);
  const run = reportRun(draft, {
    ping,
    newID,
    report: {
      state: 'running',
      startedAt: ping.at,
      endedAt: null,
      durationMs: null,
      startEvent: number,
      endEvent: null,
      deadlineAt,
    },
  });
  const { openRuns, runDeadlineAt } = draft.state;
  draft.state = {
    ...draft.state,
    lastStartSeq: run.seq,
    openRuns: openRuns + 1,
    runDeadlineAt: runDeadlineAt === null ? deadlineAt : Math.min(runDeadlineAt, deadlineAt),
  };
  return run;
}

type Outcome = 'succeeded' | 'failed';

/** Rules 2 to 5. Closes the run that the ping belongs to, or creates one without a known start. */
function recordClosing(
  draft: Draft,
  {
    ping,
    number,
    outcome,
    newID,
  }: {
    readonly ping: Ping;
    readonly number: number;
    readonly outcome: Outcome;
    readonly newID: () => string;
  },
): [Run, number | null] {
  const existing = closingRun(draft, ping);
  draft.state = { ...draft.state, lastStartSeq: null };
  if (existing === undefined) {
    const run = reportRun(draft, {
      ping,
      newID,
      report: {
        state: outcome,
        startedAt: null,
        endedAt: ping.at,
        durationMs: ping.durationMs,
        startEvent: null,
        endEvent: number,
        deadlineAt: null,
      },
    });
    return [run, ping.durationMs];
  }
  const measuredMs =
    ping.durationMs ?? (existing.startedAt === null ? null : Math.max(0, ping.at - existing.startedAt));
  return [
    recordRun(draft, closeRun(draft, { run: existing, ping, number, outcome, measuredMs })),
    measuredMs,
  ];
}

/** Returns the run of the ping's rid; without a rid, the run that the monitor's last event started. */
function closingRun(draft: Draft, ping: Ping): Run | undefined {
  if (ping.rid !== null) return reportedRun(draft, ping.rid);
  const run = draft.state.lastStartSeq === null ? undefined : draft.runs.get(draft.state.lastStartSeq);
  return run !== undefined && isUnended(run) ? run : undefined;
}

/** Returns the run with an ID. A row that only records a missing report does not count. */
function reportedRun(draft: Draft, rid: string): Run | undefined {
  return findRun(draft, (run) => run.runID === rid && !isUnreported(run));
}

function closeRun(
  draft: Draft,
  {
    run,
    ping,
    number,
    outcome,
    measuredMs,
  }: {
    readonly run: Run;
    readonly ping: Ping;
    readonly number: number;
    readonly outcome: Outcome;
    readonly measuredMs: number | null;
  },
): Run {
  if (run.state === 'running') {
    const openRuns = draft.state.openRuns - 1;
    draft.state = {
      ...draft.state,
      openRuns,
      runDeadlineAt: openRuns === 0 ? null : draft.state.runDeadlineAt,
    };
  }
  // A repeated closing ping must not extend the run, but a duration that the job measured is kept.
  if (run.state === outcome)
    return { ...run, durationMs: ping.durationMs ?? run.durationMs, endEvent: number };
  const late = run.late || (run.deadlineAt !== null && ping.at > run.deadlineAt);
  return { ...run, state: outcome, endedAt: ping.at, durationMs: measuredMs, endEvent: number, late };
}

type Report = Pick<
  Run,
  'state' | 'startedAt' | 'endedAt' | 'durationMs' | 'startEvent' | 'endEvent' | 'deadlineAt'
>;

/** Adds a run that had no row: takes over the row of an occurrence without a report, else creates a row (rule 8). */
function reportRun(
  draft: Draft,
  { ping, newID, report }: { readonly ping: Ping; readonly newID: () => string; readonly report: Report },
): Run {
  const { rules, state } = draft;
  const named = ping.rid === null ? undefined : findRun(draft, (run) => run.runID === ping.rid);
  const occurrence = named === undefined ? occurrenceOf(rules, state, ping.at) : named.expectedAt;
  const row = occurrence === null ? undefined : findRun(draft, (run) => run.expectedAt === occurrence);
  const expectedAt = row !== undefined && !isUnreported(row) ? null : occurrence;
  const takenOverRow = expectedAt === null ? undefined : row;
  const seq = takenOverRow?.seq ?? state.runCount + 1;
  draft.state = awaitAfterReport(rules, {
    state: { ...state, runCount: Math.max(state.runCount, seq) },
    occurrence: expectedAt,
    at: ping.at,
  });
  return recordRun(draft, {
    ...report,
    seq,
    runID: ping.rid ?? ping.newRunID ?? takenOverRow?.runID ?? newID(),
    expectedAt,
    // Before the first report no occurrence is awaited (rule 11), so the run can't be late.
    late: state.reported && expectedAt !== null && ping.at > expectedAt + rules.schedule.graceMs,
    blindWindowID: takenOverRow?.blindWindowID ?? null,
    counted: takenOverRow?.counted ?? null,
  });
}
