import { commandFor } from '@overdue/domain/decision/check.ts';
import type { Command } from '@overdue/domain/decision/command.ts';
import type { Decision, RunKey } from '@overdue/domain/decision/decide.ts';
import type { Transition } from '@overdue/domain/decision/decision-draft.ts';
import {
  findRecorded,
  type RecordedReport,
  type ReportKey,
} from '@overdue/domain/decision/repeated-report.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import { type Monitor, wakeAt } from '@overdue/domain/monitor/state.ts';
import type { Event } from '@overdue/domain/ping/event.ts';
import { filterPing } from '@overdue/domain/ping/filter-ping.ts';
import type { FindReference } from '../database/edits.ts';
import type {
  ApplyOutcome,
  BatchInput,
  CommandInput,
  MonitorChange,
  MonitorDetails,
  PingRequest,
} from '../database/records.ts';
import { countTeamRun, type TeamCounts } from './run-counts/team-counts.ts';

/** A monitor within a batch: its state after the inputs so far, and the rows to save. */
export interface WorkingMonitor {
  readonly id: number;
  readonly teamID: string;
  monitor: Monitor;
  /** Wake time of the last decision; undefined before the first decision of the batch. */
  wakeAt: number | null | undefined;
  readonly runs: Map<number, Run>;
  readonly changedRunSeqs: Set<number>;
  readonly transitions: Transition[];
  /** Blind windows that hid a run in this batch, by the run's seq. */
  readonly hiddenBy: Map<number, number>;
  /** Time of the last command that hid a run. */
  hiddenAt: number;
  settings: WorkingSettings | null;
  settingsChanged: boolean;
  rulesChanged: boolean;
}

export interface WorkingSettings {
  readonly details: MonitorDetails;
  readonly revision: number;
}

export interface RecordedEvent {
  readonly monitorID: number;
  readonly event: Event;
  readonly request: PingRequest;
}

/**
 * Results of a batch so far. SQLite and PostgreSQL load rows into a working set and save rows from it, so that both behave alike.
 */
export interface WorkingSet {
  readonly monitors: Map<number, WorkingMonitor>;
  readonly events: RecordedEvent[];
  readonly runCounts: TeamCounts;
}

export function openWorkingSet(): WorkingSet {
  return { monitors: new Map(), events: [], runCounts: new Map() };
}

export function workingMonitor(id: number, teamID: string, monitor: Monitor): WorkingMonitor {
  return {
    id,
    teamID,
    monitor,
    wakeAt: undefined,
    runs: new Map(),
    changedRunSeqs: new Set(),
    transitions: [],
    hiddenBy: new Map(),
    hiddenAt: 0,
    settings: null,
    settingsChanged: false,
    rulesChanged: false,
  };
}

const TELL_TOGETHER_MS = 60_000;

/**
 * Returns the outbox rows about hidden runs: one for each window. The store writes a row only if its window is settled, because
 * the message about an unsettled window lists the runs. Rows of the same minute are planned together, as one message.
 */
export function hiddenRowsOf({ id, teamID, hiddenBy, hiddenAt }: WorkingMonitor) {
  const planAt = (Math.floor(hiddenAt / TELL_TOGETHER_MS) + 1) * TELL_TOGETHER_MS;
  return [...new Set(hiddenBy.values())].map((windowID) => ({
    teamID,
    monitorID: id,
    windowID,
    at: hiddenAt,
    planAt,
  }));
}

/** Returns when the watchdog must judge the monitor; null if only a command can change the monitor. */
export function wakeOf(working: WorkingMonitor): number | null {
  return working.wakeAt === undefined ? wakeAt(working.monitor) : working.wakeAt;
}

const UNKNOWN_REQUEST: PingRequest = {
  method: 'GET',
  userAgent: '',
  remoteAddress: '',
  exitStatus: null,
  body: null,
};

/** An input with its command. An edit's command depends on the inputs before it. */
export interface ResolvedInput {
  readonly command: Command;
  readonly change: MonitorChange | null;
}

/** Returns an input's command. A ping's type depends on the monitor's kind and filter, including changes by earlier inputs. */
export function resolveCommand(rules: MonitorRules, { command, request }: CommandInput): ResolvedInput {
  const { pingFilter } = rules;
  if (pingFilter === null || command.kind !== 'ping' || command.type === 'ignored' || request === undefined)
    return { command: commandFor(rules, command), change: null };
  const { method, body, form } = request;
  const { type, warning } = filterPing(pingFilter, { type: command.type, method, body: form ?? body });
  const warnings = warning === null ? command.warnings : [...command.warnings, warning];
  return { command: commandFor(rules, { ...command, type, warnings }), change: null };
}

/**
 * Returns an input's command, merging an edit into the settings. Throws the edit's error if the edit is refused. The result of a
 * check of another target only judges what is due.
 */
export function resolveInput(
  { monitor, settings }: WorkingMonitor,
  input: BatchInput,
  find: FindReference,
): ResolvedInput {
  if ('command' in input && input.target === undefined) return resolveCommand(monitor.rules, input);
  if (settings === null) throw new Error('The settings of a monitor were not read.');
  if ('command' in input)
    return isTargetOf(input.target, settings)
      ? resolveCommand(monitor.rules, input)
      : { command: { kind: 'deadline', at: input.command.at }, change: null };
  const change = input.merge({ ...monitor, ...settings }, find);
  return { command: change?.command ?? { kind: 'deadline', at: input.at }, change };
}

/** Whether the command for an input depends on more settings of the monitor than its rules. */
export function needsSettings(input: BatchInput): boolean {
  return 'merge' in input || input.target !== undefined;
}

function isTargetOf(target: CommandInput['target'], { details }: WorkingSettings): boolean {
  return target?.url === details.url && target.sealedCheck === details.sealedCheck;
}

/** Adds a decision to the working set, and returns the outcome of its input. */
export function addDecision(
  set: WorkingSet,
  {
    working,
    resolved: { input, command, change },
    decision,
  }: {
    readonly working: WorkingMonitor;
    readonly resolved: ResolvedInput & { readonly input: BatchInput };
    readonly decision: Decision;
  },
): ApplyOutcome {
  working.monitor = decision.monitor;
  working.wakeAt = decision.wakeAt;
  for (const run of decision.runs) {
    const before = working.runs.get(run.seq);
    countTeamRun(set.runCounts, working.teamID, { before, run });
    if (run.state !== 'unknown') working.hiddenBy.delete(run.seq);
    else if (before?.state !== 'unknown' && run.blindWindowID !== null) {
      working.hiddenBy.set(run.seq, run.blindWindowID);
      working.hiddenAt = command.at;
    }
    working.runs.set(run.seq, run);
    working.changedRunSeqs.add(run.seq);
  }
  working.transitions.push(...decision.transitions);
  if (command.kind === 'edit') working.rulesChanged = true;
  let changedProject = false;
  if (change !== null && working.settings !== null) {
    const { details, revision } = working.settings;
    working.settings = { details: change.details ?? details, revision: revision + 1 };
    working.settingsChanged = true;
    changedProject = working.settings.details.projectID !== details.projectID;
  }
  if (decision.event !== null && !decision.isRepeat)
    set.events.push({ monitorID: working.id, event: decision.event, request: requestOf(input) });
  const { status, event, transitions } = decision;
  const { id: monitorID, teamID } = working;
  const changedStatus = transitions.length > 0;
  return { outcome: 'applied', teamID, monitorID, status, event, changedStatus, changedProject };
}

function requestOf(input: BatchInput): PingRequest {
  return ('request' in input ? input.request : undefined) ?? UNKNOWN_REQUEST;
}

/** An input of a batch, with the key that finds earlier events of the same report. */
export interface RepeatCandidate {
  readonly key: ReportKey;
  readonly input: BatchInput;
  readonly command: Command;
}

/** Returns the event that already recorded an input's report, in the database (`stored`) or earlier in this batch. */
export function findEarlierEvent(
  { events }: WorkingSet,
  { key, input, command }: RepeatCandidate,
  stored: readonly RecordedReport[],
): Event | null {
  if (command.kind !== 'ping') return null;
  const candidates = [...stored];
  for (const { monitorID, event, request } of events)
    if (monitorID === input.monitorID && event.runID === key.runID)
      candidates.push({ event, exitStatus: request.exitStatus, body: request.body });
  return findRecorded(command, { key, content: requestOf(input), candidates });
}

/** Returns the size of an input's log in bytes; 0 if there is no log. */
export function bodySizeOf(input: BatchInput): number {
  return requestOf(input).body?.byteLength ?? 0;
}

/** Returns the batch's version of the run that a key identifies. */
export function findWorkingRun({ runs }: WorkingMonitor, key: SingleRunKey): Run | undefined {
  for (const run of runs.values()) if (matches(run, key)) return run;
  return undefined;
}

export type SingleRunKey = Extract<RunKey, { readonly by: 'runID' | 'seq' | 'expectedAt' }>;

function matches(run: Run, key: SingleRunKey): boolean {
  switch (key.by) {
    case 'runID':
      return run.runID === key.runID;
    case 'seq':
      return run.seq === key.seq;
    case 'expectedAt':
      return run.expectedAt === key.at;
  }
}
