import type { Command } from '@overdue/domain/decision/command.ts';
import type { Transition } from '@overdue/domain/decision/decision-draft.ts';
import type { Monitor, Status } from '@overdue/domain/monitor/state.ts';
import type { Event } from '@overdue/domain/ping/event.ts';
import type { PingMethod } from '@overdue/domain/ping/ping.ts';
import type { PingNotice } from '@overdue/domain/ping/ping-notice.ts';
import type { Edit } from './edits.ts';
import type { MonitorDetails } from './monitor-settings-columns.ts';

export type { MonitorDetails } from './monitor-settings-columns.ts';

/** Request that carried a ping, stored with its event. */
export interface PingRequest {
  readonly method: PingMethod;
  /** At most 200 characters; '' if absent. */
  readonly userAgent: string;
  readonly remoteAddress: string;
  readonly exitStatus: number | null;
  /** The run's log, cut at the limit; null without a body. */
  readonly body: Uint8Array | null;
  /** Form body that is not a log. Kept only in the spool, so that a filter can search the body for keywords. */
  readonly form?: Uint8Array;
}

export interface MonitorRecord extends Monitor {
  readonly id: number;
  readonly teamID: string;
  readonly shortID: string;
  readonly projectShortID: string;
  readonly pingID: string;
  readonly createdAt: number;
  readonly details: MonitorDetails;
  readonly pingNotices: readonly PingNotice[];
  readonly revision: number;
}

export interface NewMonitor {
  readonly teamID: string;
  readonly shortID: string;
  readonly pingID: string;
  readonly normalizedPingID: string;
  readonly createdAt: number;
  readonly details: MonitorDetails;
  readonly monitor: Monitor;
  /** Status changes that led to the initial status of an imported monitor, oldest first. They cause no alerts. */
  readonly pastTransitions?: readonly PastTransition[];
  /** Whether to refuse the monitor if its project has a monitor with the same slug. */
  readonly slugMustBeUnused?: boolean;
}

/** A transition, with the ID of the incident that it opens; null if it opens none. */
export interface PastTransition {
  readonly transition: Transition;
  readonly incidentID: string | null;
}

export type CreateResult =
  | { readonly outcome: 'created'; readonly monitor: MonitorRecord }
  | { readonly outcome: 'allowance_used_up' }
  | { readonly outcome: 'project_gone' }
  | { readonly outcome: 'ping_id_taken' }
  | { readonly outcome: 'slug_taken' }
  | { readonly outcome: 'short_id_taken' };

/** A numbered event with its body. */
export interface EventBody {
  readonly number: number;
  readonly body: Uint8Array;
}

export interface EventRecord extends Event {
  readonly request: Omit<PingRequest, 'body'>;
  /** Number of stored bytes of the body; 0 without a body, or after retention has deleted the body. */
  readonly bodySize: number;
}

export interface TransitionRecord extends Transition {
  readonly id: number;
  readonly runID: string | null;
}

/** A page of a list ordered from new to old: rows before a number (event number, run seq, transition ID). */
export interface PageRange {
  readonly before?: number;
  readonly limit: number;
}

export interface CommandInput {
  readonly monitorID: number;
  readonly command: Command;
  readonly request?: PingRequest;
  /** Target of a check. If the monitor has another target by now, the result of the check is dropped. */
  readonly target?: Pick<MonitorDetails, 'url' | 'sealedCheck'>;
}

/** A command, or an edit that becomes a command once the current settings are known. */
export type BatchInput = CommandInput | MonitorEdit;

/**
 * `gone`: the monitor doesn't exist. `failed`: only this input failed. `set_aside`: the database refuses the rows of the
 * ping, or of an earlier ping of the monitor. The ping is kept in the table `pings_set_aside` and tried again.
 * `already_applied`: an earlier batch applied the input, but its response was lost.
 */
export type ApplyOutcome =
  | {
      readonly outcome: 'applied';
      readonly teamID: string;
      readonly monitorID: number;
      readonly status: Status;
      readonly event: Event | null;
      /** Whether the input caused transitions, and therefore outbox rows. */
      readonly changedStatus: boolean;
      /** Whether the input moved the monitor to another project. */
      readonly changedProject: boolean;
    }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'failed'; readonly error: unknown }
  | { readonly outcome: 'set_aside' }
  | { readonly outcome: 'already_applied' };

/** Outcome of an input if a batch returned no outcome for it. */
export const MISSING_OUTCOME: ApplyOutcome = {
  outcome: 'failed',
  error: new Error('The store returned no outcome for an input.'),
};

export interface StoredMonitor extends Monitor {
  readonly details: MonitorDetails;
  readonly revision: number;
}

export interface MonitorChange {
  readonly command: Command;
  readonly details?: MonitorDetails;
}

/** An edit of a monitor. If it throws an error to refuse the change, the outcome is `failed` with that error. */
export interface MonitorEdit extends Edit<StoredMonitor, MonitorChange> {
  readonly monitorID: number;
  readonly teamID: string;
  readonly at: number;
}
