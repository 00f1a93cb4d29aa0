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

/** A stored change of a monitor's status. */
export interface Transition {
  readonly from: StoredStatus;
  readonly to: StoredStatus;
  readonly at: number;
  readonly reason: TransitionReason;
  /** The run that caused it; null for a command. */
  readonly runSeq: number | null;
  readonly eventNumber: number | null;
}

/** The work in progress on one monitor within one input. Never leaves the domain; {@link decide} seals it. */
export interface Draft {
  rules: Monitor['rules'];
  state: MonitorState;
  /** Rows known so far, by seq: those that the store found and those written here. */
  readonly known: Map<number, Run>;
  readonly written: Set<number>;
  readonly transitions: Transition[];
}

export function openDraft(monitor: Monitor, found: readonly Run[]): Draft {
  const known = new Map<number, Run>();
  for (const run of found) known.set(run.seq, run);
  return {
    rules: monitor.rules,
    state: monitor.state,
    known,
    written: new Set(),
    transitions: [],
  };
}

export function writeRun(draft: Draft, run: Run): Run {
  draft.known.set(run.seq, run);
  draft.written.add(run.seq);
  return run;
}

export function writtenRuns(draft: Draft): readonly Run[] {
  const runs: Run[] = [];
  for (const seq of draft.written) {
    const run = draft.known.get(seq);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

export function findRun(draft: Draft, matches: (run: Run) => boolean): Run | undefined {
  for (const run of draft.known.values()) if (matches(run)) return run;
  return undefined;
}

/** Where a change of status comes from: the run and the event that caused it, if any. */
export interface Cause {
  readonly at: number;
  readonly reason: TransitionReason;
  readonly runSeq: number | null;
  readonly eventNumber: number | null;
}

/** The only place where a state is replaced together with the record of what that did to the status. */
export function changeState(draft: Draft, next: MonitorState, cause: Cause): void {
  const from = storedStatus(draft.state);
  const to = storedStatus(next);
  draft.state = next;
  if (from !== to) draft.transitions.push({ from, to, ...cause });
}

/** Counts a run's failure towards the alert, once (rules 5, 12 and 13). */
export function countFailure(
  draft: Draft,
  run: Run,
  reason: FailureReason,
  cause: Omit<Cause, 'reason' | 'runSeq'>,
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
