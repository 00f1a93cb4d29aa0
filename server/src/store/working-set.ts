import type { Decision } from '../domain/decide.ts';
import type { Transition } from '../domain/draft.ts';
import type { Monitor } from '../domain/monitor.ts';
import type { Event } from '../domain/pairing.ts';
import type { Run } from '../domain/run.ts';
import type { Input, MonitorDetails, PingRequest } from './store.ts';

/**
 * A monitor within one batch: its state as the inputs so far have left it, and what must be written at the
 * end.
 */
export interface WorkingMonitor {
  readonly id: number;
  readonly teamID: string;
  monitor: Monitor;
  /** Rows seen or changed in this batch, by seq. */
  readonly runs: Map<number, Run>;
  readonly changedRuns: Set<number>;
  readonly transitions: Transition[];
  details: MonitorDetails | null;
  rulesChanged: boolean;
}

export interface RecordedEvent {
  readonly monitorID: number;
  readonly event: Event;
  readonly request: PingRequest;
}

/**
 * What a batch of inputs has come to so far. Both databases load into it and save from it, so both mean the
 * same.
 */
export interface WorkingSet {
  readonly monitors: Map<number, WorkingMonitor>;
  readonly events: RecordedEvent[];
}

export function openWorkingSet(): WorkingSet {
  return { monitors: new Map(), events: [] };
}

export function workingMonitor(id: number, teamID: string, monitor: Monitor): WorkingMonitor {
  return {
    id,
    teamID,
    monitor,
    runs: new Map(),
    changedRuns: new Set(),
    transitions: [],
    details: null,
    rulesChanged: false,
  };
}

const UNKNOWN_REQUEST: PingRequest = {
  method: 'GET',
  userAgent: '',
  remoteAddress: '',
  exitStatus: null,
  body: null,
};

/** Takes a decision over into the batch. */
export function accept(set: WorkingSet, working: WorkingMonitor, input: Input, decision: Decision): void {
  working.monitor = decision.monitor;
  for (const run of decision.runs) {
    working.runs.set(run.seq, run);
    working.changedRuns.add(run.seq);
  }
  working.transitions.push(...decision.transitions);
  if (input.details !== undefined) working.details = input.details;
  if (input.command.kind === 'edit') working.rulesChanged = true;
  if (decision.event !== null) {
    set.events.push({
      monitorID: working.id,
      event: decision.event,
      request: input.request ?? UNKNOWN_REQUEST,
    });
  }
}
