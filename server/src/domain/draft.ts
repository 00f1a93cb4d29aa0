import {
  FAILURE_REASONS,
  type Failure,
  type FailureReason,
  type Monitor,
  type MonitorState,
  type StoredStatus,
  storedStatus,
} from './monitor.ts';
import type { Run } from './run.ts';

export const TRANSITION_REASONS = ['reported', 'succeeded', ...FAILURE_REASONS, 'paused', 'resumed'] as const;
export type TransitionReason = (typeof TRANSITION_REASONS)[number];

export interface Transition {
  readonly from: StoredStatus;
  readonly to: StoredStatus;
  readonly at: number;
  readonly reason: TransitionReason;
  readonly runSeq: number | null;
  readonly eventNumber: number | null;
}

/** Changes to one monitor during one command. Only the domain uses a draft; {@link decide} turns it into a decision. */
export interface Draft {
  rules: Monitor['rules'];
  state: MonitorState;
  readonly runs: Map<number, Run>;
  readonly written: Set<number>;
  readonly transitions: Transition[];
}

export function openDraft(monitor: Monitor, stored: readonly Run[]): Draft {
  return {
    rules: monitor.rules,
    state: monitor.state,
    runs: new Map(stored.map((run) => [run.seq, run])),
    written: new Set(),
    transitions: [],
  };
}

export function writeRun(draft: Draft, run: Run): Run {
  draft.runs.set(run.seq, run);
  draft.written.add(run.seq);
  return run;
}

export function writtenRuns(draft: Draft): readonly Run[] {
  const runs: Run[] = [];
  for (const seq of draft.written) {
    const run = draft.runs.get(seq);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

export function findRun(draft: Draft, matches: (run: Run) => boolean): Run | undefined {
  for (const run of draft.runs.values()) if (matches(run)) return run;
  return undefined;
}

export interface Cause {
  readonly at: number;
  readonly reason: TransitionReason;
  readonly runSeq: number | null;
  readonly eventNumber: number | null;
}

/** Replaces the state and records the transition. No other code may change the status. */
export function changeState(draft: Draft, next: MonitorState, cause: Cause): void {
  const from = storedStatus(draft.state);
  const to = storedStatus(next);
  draft.state = next;
  if (from !== to) draft.transitions.push({ from, to, ...cause });
}

/** Counts a run's failure towards the incident, once (rules 5, 12 and 13). */
export function countFailure(
  draft: Draft,
  {
    run,
    reason,
    cause,
  }: { readonly run: Run; readonly reason: FailureReason; readonly cause: Omit<Cause, 'reason' | 'runSeq'> },
): void {
  if (draft.state.paused || run.counted === 'failure') return;
  writeRun(draft, { ...run, counted: 'failure' });
  const { state } = draft;
  const failure: Failure = { reason, at: cause.at, expectedAt: run.expectedAt };
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
export function countSuccess(draft: Draft, run: Run, cause: Omit<Cause, 'reason' | 'runSeq'>): void {
  if (draft.state.paused || run.counted === 'success') return;
  writeRun(draft, { ...run, counted: 'success' });
  const { state } = draft;
  const successStreak = state.successStreak + 1;
  const recovers = successStreak >= draft.rules.recoverAfterSuccesses;
  changeState(
    draft,
    { ...state, failureStreak: 0, successStreak, incident: recovers ? null : state.incident },
    { ...cause, reason: 'succeeded', runSeq: run.seq },
  );
}
