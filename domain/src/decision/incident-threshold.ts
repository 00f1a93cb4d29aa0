import type { MonitorRules } from '../monitor/rules.ts';
import type { Run } from '../monitor/run.ts';
import type { Failure, FailureReason } from '../monitor/state.ts';
import { changeState, type DecisionDraft, recordRun, type TransitionCause } from './decision-draft.ts';

/**
 * Counts a run's failure towards the incident, once (rules 5, 12 and 13). Opens the incident, and so sets the monitor to down,
 * after the configured number of failures in a row.
 */
export function countFailure(
  draft: DecisionDraft,
  {
    run,
    reason,
    cause,
  }: {
    readonly run: Run;
    readonly reason: FailureReason;
    readonly cause: Omit<TransitionCause, 'reason' | 'runSeq'>;
  },
): void {
  if (draft.state.paused || run.countedAs === 'failure') return;
  recordRun(draft, { ...run, countedAs: 'failure' });
  const { state } = draft;
  const message = run.check?.message;
  const failure: Failure = {
    reason,
    at: cause.at,
    expectedAt: run.expectedAt,
    ...(message === undefined ? {} : { message }),
  };
  const failureStreak = state.failureStreak + 1;
  const opens = state.incident === null && failureStreak >= draft.rules.alertAfterFailures;
  changeState(
    draft,
    {
      ...state,
      failureStreak,
      successStreak: 0,
      lastFailure: failure,
      incident: opens ? failure : state.incident,
    },
    { ...cause, reason, runSeq: run.seq },
  );
}

/** Counts a run's success towards the recovery, once (rules 5, 12 and 13). */
export function countSuccess(
  draft: DecisionDraft,
  run: Run,
  cause: Omit<TransitionCause, 'reason' | 'runSeq'>,
): void {
  if (draft.state.paused || run.countedAs === 'success') return;
  recordRun(draft, { ...run, countedAs: 'success' });
  const { state } = draft;
  const successStreak = state.successStreak + 1;
  const recovers = hasRecovered(draft.rules, successStreak);
  changeState(
    draft,
    { ...state, failureStreak: 0, successStreak, incident: recovers ? null : state.incident },
    { ...cause, reason: 'succeeded', runSeq: run.seq },
  );
}

/** Rules 11 and 19. Marks the monitor as reported. A job's occurrences are awaited from its first report on. */
export function markReported(draft: DecisionDraft, cause: Omit<TransitionCause, 'reason'>): void {
  if (draft.state.hasReported) return;
  changeState(draft, { ...draft.state, hasReported: true }, { ...cause, reason: 'reported' });
}

/** Whether an incident ends after a number of successes in a row (rule 13). */
export function hasRecovered({ recoverAfterSuccesses }: MonitorRules, successStreak: number): boolean {
  return successStreak >= recoverAfterSuccesses;
}

/** Whether a sequence of outcomes leaves a monitor down, if the monitor had no incident before the sequence (rule 13). */
export function isDownAfter(rules: MonitorRules, outcomes: readonly ('failure' | 'success')[]): boolean {
  let isDown = false;
  let failures = 0;
  let successes = 0;
  for (const outcome of outcomes) {
    failures = outcome === 'failure' ? failures + 1 : 0;
    successes = outcome === 'success' ? successes + 1 : 0;
    if (failures >= rules.alertAfterFailures) isDown = true;
    if (hasRecovered(rules, successes)) isDown = false;
  }
  return isDown;
}
