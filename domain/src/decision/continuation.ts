import { isChecked } from '../monitor/rules.ts';
import { deadlineAt, type Failure, type Monitor, type MonitorState } from '../monitor/state.ts';
import type { Continuation } from './command.ts';
import { changeState, type DecisionDraft } from './decision-draft.ts';
import { expectAfterReport, expectFrom, occurrenceOf } from './occurrence.ts';

/**
 * Continues an imported monitor as if the last ping at the other service had arrived here. Makes no verdicts for earlier
 * deadlines, because the other service already made them. If a deadline was missed there and the monitor is down, the missed
 * deadline is recorded as the reason. Changes nothing once a job has reported, or while the monitor is paused.
 */
export function continueFrom(draft: DecisionDraft, { at, lastPingAt, isDown }: Continuation): void {
  const { rules, state } = draft;
  if (state.hasReported || state.paused || lastPingAt > at) return;
  // A checked monitor keeps its first slot, because its own check soon replaces the status.
  const reported = isChecked(rules)
    ? { ...state, hasReported: true }
    : reportedState({ rules, state }, lastPingAt);
  const deadline = isChecked(rules) ? null : deadlineAt({ rules, state: reported });
  const isOver = deadline !== null && deadline < at;
  const next = isOver ? expectFrom(rules, reported, at) : reported;
  if (!isDown) {
    changeState(draft, next, { at, reason: 'imported', runSeq: null, eventNumber: null });
    return;
  }
  const failure: Failure = isOver
    ? { reason: 'missed', at: deadline, expectedAt: reported.nextExpectedAt }
    : { reason: 'failed', at: lastPingAt, expectedAt: null };
  const failureStreak = rules.alertAfterFailures;
  const down: MonitorState = { ...next, failureStreak, lastFailure: failure, incident: failure };
  changeState(draft, down, { at: failure.at, reason: failure.reason, runSeq: null, eventNumber: null });
}

/** Returns the state of a new monitor as if its only ping had arrived at a time. */
function reportedState({ rules, state }: Monitor, lastPingAt: number): MonitorState {
  const unmet: MonitorState = { ...state, metUntil: 0 };
  const occurrence = occurrenceOf(rules, unmet, lastPingAt);
  const awaiting = expectAfterReport(rules, { state: unmet, occurrence, at: lastPingAt, now: lastPingAt });
  return {
    ...awaiting,
    hasReported: true,
    lastPingAt,
    metUntil: Math.max(awaiting.metUntil, lastPingAt),
    latestRunExpectedAt: state.latestRunExpectedAt,
  };
}
