import type { Run } from '../monitor/run.ts';
import {
  FAILURE_REASONS,
  type Monitor,
  type MonitorState,
  type StoredStatus,
  storedStatus,
} from '../monitor/state.ts';

export const TRANSITION_REASONS = [
  'reported',
  'imported',
  'succeeded',
  ...FAILURE_REASONS,
  'paused',
  'resumed',
] as const;
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
export interface DecisionDraft {
  rules: Monitor['rules'];
  state: MonitorState;
  readonly runs: Map<number, Run>;
  readonly changedRunSeqs: Set<number>;
  readonly transitions: Transition[];
}

export function openDecisionDraft(monitor: Monitor, stored: readonly Run[]): DecisionDraft {
  return {
    rules: monitor.rules,
    state: monitor.state,
    runs: new Map(stored.map((run) => [run.seq, run])),
    changedRunSeqs: new Set(),
    transitions: [],
  };
}

export function recordRun(draft: DecisionDraft, run: Run): Run {
  draft.runs.set(run.seq, run);
  draft.changedRunSeqs.add(run.seq);
  return run;
}

export function changedRuns(draft: DecisionDraft): readonly Run[] {
  const runs: Run[] = [];
  for (const seq of draft.changedRunSeqs) {
    const run = draft.runs.get(seq);
    if (run !== undefined) runs.push(run);
  }
  return runs;
}

export function findRun(draft: DecisionDraft, matches: (run: Run) => boolean): Run | undefined {
  for (const run of draft.runs.values()) if (matches(run)) return run;
  return undefined;
}

export interface TransitionCause {
  readonly at: number;
  readonly reason: TransitionReason;
  readonly runSeq: number | null;
  readonly eventNumber: number | null;
}

/** Replaces the state and records the transition. No other code may change the status. */
export function changeState(draft: DecisionDraft, next: MonitorState, cause: TransitionCause): void {
  const from = storedStatus(draft.state);
  const to = storedStatus(next);
  draft.state = next;
  if (from !== to) draft.transitions.push({ from, to, ...cause });
}
