import { isChecked, type MonitorRules } from '../monitor/rules.ts';
import { isUnreported, type Run } from '../monitor/run.ts';
import type { MonitorState } from '../monitor/state.ts';
import type { CheckRecording, Command } from './command.ts';
import { type DecisionDraft, findRun, recordRun } from './decision-draft.ts';
import { countFailure, countSuccess, markReported } from './incident-threshold.ts';
import { skipTo } from './occurrence.ts';
import { awaitNext, hasRunFor, type JudgingContext, recordUncheckedSlot } from './verdict.ts';

/** Maximum slots that one result passes one by one. Further slots are skipped. */
const PASSED_SLOTS_MAX = 1000;

/**
 * Rule 19. Records the result of a check as the run of its slot. Earlier slots that nobody checked become unknown. Slots that passed
 * while the check ran are covered by it and get no run.
 */
export function recordCheck(draft: DecisionDraft, check: CheckRecording, context: JudgingContext): void {
  const { slot, at } = check;
  if (!isChecked(draft.rules) || !isWanted(draft.state, check)) return;
  const existing = findRun(draft, (run) => run.expectedAt === slot);
  if (existing !== undefined && !isUnreported(existing)) {
    if (draft.state.nextExpectedAt === slot) awaitNext(draft, slot);
    return;
  }
  passSlots(draft, { check, before: slot, context });
  const run = recordResult(draft, { check, unchecked: existing, context });
  if (draft.state.nextExpectedAt === slot) awaitNext(draft, slot);
  passSlots(draft, { check, before: at + 1, context });
  count(draft, run, check);
}

/** Whether a result still counts. Results of slots before a later result, a resume or a change of the schedule don't count. */
function isWanted({ paused, nextExpectedAt, metUntil }: MonitorState, { slot, at }: CheckRecording): boolean {
  return !paused && (slot === nextExpectedAt || (slot > metUntil && slot <= at));
}

/** Stops waiting for the slots before a time, of which none is the slot of the check. */
function passSlots(
  draft: DecisionDraft,
  {
    check: { startedAt },
    before,
    context,
  }: { readonly check: CheckRecording; readonly before: number; readonly context: JudgingContext },
): void {
  for (let steps = 0; steps < PASSED_SLOTS_MAX; steps += 1) {
    const slot = draft.state.nextExpectedAt;
    if (slot === null || slot >= before) return;
    if (slot >= startedAt) draft.state = { ...draft.state, metUntil: Math.max(draft.state.metUntil, slot) };
    else if (!hasRunFor(draft, slot)) recordUncheckedSlot(draft, slot, context);
    awaitNext(draft, slot);
  }
  const { nextExpectedAt: next } = draft.state;
  if (next !== null && next < before) draft.state = skipTo(draft.rules, draft.state, before - 1);
}

function recordResult(
  draft: DecisionDraft,
  {
    check: { slot, at, startedAt, result },
    unchecked,
    context,
  }: {
    readonly check: CheckRecording;
    readonly unchecked: Run | undefined;
    readonly context: JudgingContext;
  },
): Run {
  const { runCount, latestRunExpectedAt, metUntil } = draft.state;
  const seq = unchecked?.seq ?? runCount + 1;
  draft.state = {
    ...draft.state,
    runCount: Math.max(runCount, seq),
    latestRunExpectedAt: Math.max(latestRunExpectedAt, slot),
    metUntil: Math.max(metUntil, slot),
  };
  return recordRun(draft, {
    seq,
    runID: unchecked?.runID ?? context.newID(),
    state: result.outcome,
    expectedAt: slot,
    startedAt,
    endedAt: at,
    durationMs: Math.round(result.phases.total),
    late: false,
    startEvent: null,
    endEvent: null,
    limitAt: null,
    blindWindowID: unchecked?.blindWindowID ?? null,
    countedAs: null,
    check: result,
  });
}

const RECORDED_AS_LOG =
  'Overdue checks the target of this monitor itself, so the ping was recorded as a log.';

/** Rule 19. Turns a ping to a checked monitor into a log. Returns other commands as they are. */
export function commandFor(rules: MonitorRules, command: Command): Command {
  if (!isChecked(rules) || command.kind !== 'ping' || command.type === 'log' || command.type === 'ignored')
    return command;
  return { ...command, type: 'log', warnings: [...command.warnings, RECORDED_AS_LOG] };
}

function count(draft: DecisionDraft, run: Run, { at, result: { outcome } }: CheckRecording): void {
  // A result that says nothing about the target leaves a new monitor new.
  if (outcome === 'unknown') return;
  const cause = { at, eventNumber: null };
  if (outcome === 'succeeded') countSuccess(draft, run, cause);
  else countFailure(draft, { run, reason: outcome, cause });
  markReported(draft, { ...cause, runSeq: run.seq });
}
