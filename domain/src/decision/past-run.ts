import { type DecisionDraft, recordRun } from './decision-draft.ts';

/** A run that another service recorded. */
export interface PastRun {
  readonly kind: 'past_run';
  /** End of the run. */
  readonly at: number;
  readonly outcome: 'succeeded' | 'failed';
  readonly durationMs: number | null;
}

/** A past run to record. `importedAt`: start of the import. */
export interface PastRunRecording extends PastRun {
  readonly importedAt: number;
}

/** Records a past run. Records nothing and returns null if a job has already reported here since `importedAt`. */
export function recordPastRun(
  draft: DecisionDraft,
  { at, outcome, durationMs, importedAt }: PastRunRecording,
  newID: () => string,
) {
  const lastPingAt = draft.state.lastPingAt ?? 0;
  if (lastPingAt >= importedAt) return null;
  const number = draft.state.eventCount + 1;
  const seq = draft.state.runCount + 1;
  draft.state = { ...draft.state, eventCount: number, runCount: seq, lastPingAt: Math.max(at, lastPingAt) };
  const { runID } = recordRun(draft, {
    seq,
    runID: newID(),
    state: outcome,
    expectedAt: null,
    startedAt: durationMs === null ? null : at - durationMs,
    endedAt: at,
    durationMs,
    late: false,
    startEvent: null,
    endEvent: number,
    limitAt: null,
    blindWindowID: null,
    countedAs: null,
    check: null,
  });
  const type = outcome === 'failed' ? ('fail' as const) : ('end' as const);
  return { number, type, at, happenedAt: at, durationMs, runID, warnings: [] };
}
