import { type BlindWindow, briefGapsAt, judgingTimeOf } from '../blind-window.ts';
import { isChecked, type MonitorRules } from '../monitor/rules.ts';
import type { Run } from '../monitor/run.ts';
import {
  awaitAtOnce,
  deadlineAt,
  type Monitor,
  type MonitorState,
  type Status,
  statusAt,
} from '../monitor/state.ts';
import type { Event, Ping } from '../ping/event.ts';
import { commandFor, recordCheck } from './check.ts';
import type { CheckRecording, Command } from './command.ts';
import { continueFrom } from './continuation.ts';
import {
  changedRuns,
  changeState,
  type DecisionDraft,
  openDecisionDraft,
  type Transition,
} from './decision-draft.ts';
import { expectFrom, occurrenceOf } from './occurrence.ts';
import { recordPing } from './pairing.ts';
import { isAboutPast, occurrenceSpan, runStartOf } from './past-occurrence.ts';
import { recordPastRun } from './past-run.ts';
import {
  endPostponedVerdicts,
  type JudgingContext,
  judgeBlindWindow,
  judgeOverdue,
  nextVerdictAt,
  VERDICTS_MAX,
} from './verdict.ts';

/** Result of a command. All of it is saved in one transaction, with an outbox row for each transition. */
export interface Decision {
  readonly monitor: Monitor;
  readonly status: Status;
  /** When the next verdict is due; null if only a command can change the monitor. Later than the deadline after a quick restart. */
  readonly wakeAt: number | null;
  /** The event that the command recorded. If `isRepeat` is true, this is the earlier event with the same report. */
  readonly event: Event | null;
  readonly isRepeat: boolean;
  readonly runs: readonly Run[];
  readonly transitions: readonly Transition[];
}

/**
 * Stored runs that a decision may need. `open`: runs in state `running`, earliest limit first. `newest`: the last
 * {@link RECOUNTED_RUNS_MAX} runs by seq.
 */
export type RunKey =
  | { readonly by: 'runID'; readonly runID: string }
  | { readonly by: 'seq'; readonly seq: number }
  | { readonly by: 'expectedAt'; readonly at: number }
  | { readonly by: 'open' }
  | { readonly by: 'expectedFrom'; readonly at: number; readonly until?: number }
  | { readonly by: 'newest' };

/** Maximum runs that a store returns for `open` and `expectedFrom`. One decision can judge one run fewer. */
export const ROWS_PER_KEY_MAX = VERDICTS_MAX + 1;

/** Returns which stored runs {@link decide} needs: few, usually none. */
export function runsNeeded(
  monitor: Monitor,
  given: Command,
  blindWindows: readonly BlindWindow[],
): readonly RunKey[] {
  const command = commandFor(monitor.rules, given);
  const keys: RunKey[] = [];
  addKeysOfVerdicts(keys, monitor, command);
  if (command.kind === 'ping') {
    addKeysOfPing(keys, monitor, command);
    addKeysOfQueuedPing(keys, monitor, { ping: command, blindWindows });
  }
  if (command.kind === 'check') addKeysOfCheck(keys, monitor, command);
  return keys;
}

function addKeysOfCheck(keys: RunKey[], { state }: Monitor, { slot }: CheckRecording): void {
  const { nextExpectedAt: awaited, latestRunExpectedAt: latest } = state;
  if (awaited !== null && awaited <= latest) keys.push({ by: 'expectedFrom', at: awaited });
  if (slot <= latest && (awaited === null || slot < awaited)) keys.push({ by: 'expectedAt', at: slot });
}

function addKeysOfVerdicts(keys: RunKey[], monitor: Monitor, command: Command): void {
  const { nextExpectedAt, runLimitAt, latestRunExpectedAt } = monitor.state;
  if (runLimitAt !== null && runLimitAt < command.at) keys.push({ by: 'open' });
  if (nextExpectedAt === null) return;
  const isBlind = command.kind === 'blind_window';
  const isOverdue = nextExpectedAt + monitor.rules.schedule.graceMs < command.at;
  if ((isOverdue || isBlind) && nextExpectedAt <= latestRunExpectedAt)
    keys.push({ by: 'expectedFrom', at: nextExpectedAt });
  if (isBlind && command.window.from <= latestRunExpectedAt)
    keys.push({ by: 'expectedFrom', at: command.window.from });
}

function addKeysOfPing(keys: RunKey[], { rules, state }: Monitor, ping: Ping): void {
  if (ping.type === 'ignored') return;
  if (ping.rid !== null) keys.push({ by: 'runID', runID: ping.rid });
  else if (ping.type !== 'start' && state.lastStartSeq !== null)
    keys.push({ by: 'seq', seq: state.lastStartSeq });
  if (ping.type === 'log') return;
  if (isAboutPast(ping)) {
    keys.push({ by: 'newest' });
    const span = occurrenceSpan(rules, state, runStartOf(ping));
    if (span !== null) keys.push({ by: 'expectedFrom', at: span.from, until: span.until });
    return;
  }
  // A verdict that is due before the ping may move the next occurrence of an interval, so that the ping belongs to the last one.
  const { previousExpectedAt: previous } = state;
  if (rules.schedule.type === 'interval' && previous !== null && previous <= state.latestRunExpectedAt)
    keys.push({ by: 'expectedAt', at: previous });
  const judged = isResumedBy({ rules, state }, ping) ? resumedState({ rules, state }, ping.at) : state;
  const occurrence = occurrenceOf(rules, judged, ping.at);
  if (occurrence !== null && occurrence <= state.latestRunExpectedAt)
    keys.push({ by: 'expectedAt', at: occurrence });
}

/** A ping that waited in the queue of the system belongs to the first awaited occurrence without a report. */
function addKeysOfQueuedPing(
  keys: RunKey[],
  { rules, state }: Monitor,
  {
    ping: { type, at },
    blindWindows,
  }: { readonly ping: Ping; readonly blindWindows: readonly BlindWindow[] },
): void {
  const { nextExpectedAt: awaited, latestRunExpectedAt: latest } = state;
  if (type === 'ignored' || type === 'log' || rules.schedule.type === 'interval' || awaited === null) return;
  if (awaited > at || awaited > latest || briefGapsAt(blindWindows, at).length === 0) return;
  keys.push({ by: 'expectedFrom', at: awaited, until: at });
}

/**
 * Applies a command to a monitor, after all verdicts that were due before the command. Nothing else changes a monitor's state.
 * `stored`: the rows that {@link runsNeeded} requested, in any order. `recorded`: the event of an earlier ping with the same
 * report.
 */
export function decide(
  monitor: Monitor,
  {
    stored,
    command: given,
    context,
    recorded = null,
  }: {
    readonly stored: readonly Run[];
    readonly command: Command;
    readonly context: JudgingContext;
    readonly recorded?: Event | null;
  },
): Decision {
  const command = commandFor(monitor.rules, given);
  const draft = openDecisionDraft(monitor, stored);
  judgeOverdue(draft, command.at, context);
  const event = recorded ?? applyCommand(draft, command, context);
  const after: Monitor = { rules: draft.rules, state: draft.state };
  return {
    monitor: after,
    status: statusAt(after, command.at),
    wakeAt: nextVerdictAt(after, command.at, context),
    event,
    isRepeat: recorded !== null,
    runs: changedRuns(draft),
    transitions: draft.transitions,
  };
}

function applyCommand(draft: DecisionDraft, command: Command, context: JudgingContext): Event | null {
  switch (command.kind) {
    case 'ping':
      if (isResumedBy(draft, command)) resume(draft, command.at, draft.state.eventCount + 1);
      return recordPing(draft, command, context);
    case 'past_run':
      return recordPastRun(draft, command, context.newID);
    case 'continue':
      continueFrom(draft, command);
      return null;
    case 'check':
      recordCheck(draft, command, context);
      return null;
    case 'deadline':
      return null;
    case 'blind_window':
      judgeBlindWindow(draft, command.window, context);
      return null;
    case 'pause':
      pause(draft, command.at, context);
      return null;
    case 'resume':
      resume(draft, command.at);
      return null;
    case 'edit':
      edit(draft, command, context);
      if (command.paused === true) pause(draft, command.at, context);
      if (command.paused === false) resume(draft, command.at);
      return null;
  }
}

/** Rule 15. Closes the incident, so that a paused monitor sends no reminders. */
function pause(draft: DecisionDraft, at: number, context: JudgingContext): void {
  if (draft.state.paused) return;
  endPostponedVerdicts(draft, at, context);
  changeState(
    draft,
    {
      ...draft.state,
      paused: true,
      nextExpectedAt: null,
      previousExpectedAt: null,
      missedStreak: 0,
      failureStreak: 0,
      successStreak: 0,
      incident: null,
      lastFailure: null,
    },
    { at, reason: 'paused', runSeq: null, eventNumber: null },
  );
}

/** Rule 15. Whether a ping resumes a paused monitor. */
function isResumedBy({ rules, state }: Monitor, ping: Ping): boolean {
  const { type } = ping;
  return state.paused && !rules.manualResume && type !== 'log' && type !== 'ignored' && !isAboutPast(ping);
}

/** Rule 15. Returns the state of a resumed monitor, as if its last occurrence had been reported. */
function resumedState({ rules, state }: Monitor, at: number): MonitorState {
  const resumed = { ...state, paused: false, metUntil: Math.max(state.metUntil, at), streaksSince: at };
  if (isChecked(rules) && at > resumed.latestRunExpectedAt) return awaitAtOnce(resumed, at);
  return resumed.hasReported || isChecked(rules) ? expectFrom(rules, resumed, at) : resumed;
}

function resume(draft: DecisionDraft, at: number, eventNumber: number | null = null): void {
  if (!draft.state.paused) return;
  changeState(draft, resumedState(draft, at), { at, reason: 'resumed', runSeq: null, eventNumber });
}

/**
 * Rule 16. If only the grace changes, the awaited occurrence stays, unless its new deadline has already passed. A deadline whose
 * verdict is postponed has not passed yet.
 */
function edit(
  draft: DecisionDraft,
  { rules, at }: { readonly rules: MonitorRules; readonly at: number },
  context: JudgingContext,
): void {
  const { graceMs } = draft.rules.schedule;
  const timesChanged = !hasSameTimes(draft.rules, rules);
  const deadline = deadlineAt({ rules, state: draft.state });
  const hasPassed = deadline !== null && judgingTimeOf(context.blindWindows, deadline) <= at;
  const staysAwaited = !timesChanged && (rules.schedule.graceMs === graceMs || !hasPassed);
  if (!staysAwaited) endPostponedVerdicts(draft, at, context);
  draft.rules = rules;
  if (timesChanged) draft.state = { ...draft.state, metUntil: at };
  if (!staysAwaited && !draft.state.paused && (draft.state.hasReported || isChecked(rules)))
    draft.state = expectFrom(rules, draft.state, at);
}

function hasSameTimes(before: MonitorRules, after: MonitorRules): boolean {
  const a = before.schedule;
  const b = after.schedule;
  if (a.timezone !== b.timezone) return false;
  switch (a.type) {
    case 'interval':
      return b.type === 'interval' && a.intervalMs === b.intervalMs;
    case 'grid':
      return b.type === 'grid' && a.intervalMs === b.intervalMs && a.phaseMs === b.phaseMs;
    case 'cron':
      return b.type === 'cron' && a.cron === b.cron;
    case 'oncalendar':
      return b.type === 'oncalendar' && a.onCalendar === b.onCalendar;
  }
}
