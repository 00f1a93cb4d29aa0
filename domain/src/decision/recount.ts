import type { Run } from '../monitor/run.ts';
import type { Failure } from '../monitor/state.ts';
import { changeState, type DecisionDraft, recordRun } from './decision-draft.ts';
import { hasRecovered, isDownAfter } from './incident-threshold.ts';

/** Maximum number of newest runs that a report about the past may recount. */
export const RECOUNTED_RUNS_MAX = 100;

type CountedRun = Run & { readonly countedAs: 'failure' | 'success' };

/**
 * Counts the run that a report about the past belongs to, and recounts the streaks in the order in which the runs were decided.
 * The incident ends if the newest runs meet the recovery threshold. The incident also ends if it would already be over with all
 * reports on time.
 */
export function recount(
  draft: DecisionDraft,
  {
    run,
    countedAs,
    cause,
  }: {
    readonly run: Run;
    readonly countedAs: 'failure' | 'success';
    readonly cause: { readonly at: number; readonly eventNumber: number };
  },
): void {
  const { state, rules } = draft;
  if (state.paused || decidedAt(run, rules.schedule.graceMs) <= state.streaksSince) return;
  recordRun(draft, { ...run, countedAs });
  const runs = countedRuns(draft);
  const newest = runs.at(-1)?.countedAs;
  const length = runs.length - 1 - runs.findLastIndex((candidate) => candidate.countedAs !== newest);
  const streak = length === RECOUNTED_RUNS_MAX ? Math.max(length, streakOf(state, newest)) : length;
  const failureStreak = newest === 'failure' ? streak : 0;
  const successStreak = newest === 'success' ? streak : 0;
  const isNewFailure = countedAs === 'failure' && run.countedAs !== 'failure';
  const failure: Failure = { reason: 'failed', at: cause.at, expectedAt: run.expectedAt };
  const hasEnded = hasRecovered(rules, successStreak) || isOver(draft, state.incident, runs);
  const opens = isNewFailure && state.incident === null && failureStreak >= rules.alertAfterFailures;
  changeState(
    draft,
    {
      ...state,
      failureStreak,
      successStreak,
      lastFailure: isNewFailure && failureStreak > 0 ? failure : state.lastFailure,
      incident: opens ? failure : hasEnded ? null : state.incident,
    },
    { ...cause, reason: countedAs === 'failure' ? 'failed' : 'succeeded', runSeq: run.seq },
  );
}

function streakOf(
  { failureStreak, successStreak }: DecisionDraft['state'],
  kind: Run['countedAs'] | undefined,
): number {
  return kind === 'failure' ? failureStreak : successStreak;
}

/** Returns the newest runs that count, in the order in which they were decided. */
function countedRuns(draft: DecisionDraft): readonly CountedRun[] {
  const { graceMs } = draft.rules.schedule;
  const { runCount, streaksSince } = draft.state;
  return [...draft.runs.values()]
    .filter(isCounted)
    .filter((run) => run.seq > runCount - RECOUNTED_RUNS_MAX && decidedAt(run, graceMs) > streaksSince)
    .sort((a, b) => decidedAt(a, graceMs) - decidedAt(b, graceMs) || a.seq - b.seq);
}

function isCounted(run: Run): run is CountedRun {
  return run.countedAs !== null;
}

/** Returns when a run ended, exceeded its limit, or was missed. */
function decidedAt({ endedAt, limitAt, expectedAt }: Run, graceMs: number): number {
  return endedAt ?? limitAt ?? (expectedAt ?? 0) + graceMs;
}

/** Whether the incident would be over, or would never have opened, if all runs had been reported without delay. */
function isOver({ rules }: DecisionDraft, incident: Failure | null, runs: readonly CountedRun[]): boolean {
  if (incident === null) return false;
  const { graceMs } = rules.schedule;
  const hasOpened = runs.some(
    (run) =>
      decidedAt(run, graceMs) === incident.at ||
      run.limitAt === incident.at ||
      (run.expectedAt !== null && run.expectedAt === incident.expectedAt),
  );
  return (
    hasOpened &&
    !isDownAfter(
      rules,
      runs.map(({ countedAs }) => countedAs),
    )
  );
}
