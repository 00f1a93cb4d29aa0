import type { MonitorAlerting } from '../domain/alerting/settings.ts';
import type { Command } from '../domain/decide.ts';
import type { Transition } from '../domain/draft.ts';
import type { Monitor, Status } from '../domain/monitor.ts';
import type { Event } from '../domain/pairing.ts';
import type { PingNotice } from '../domain/ping/ping-notice.ts';
import type { Edit } from './edits.ts';

/** How a ping came, for its event. */
export interface PingRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** At most 200 characters; '' when none was sent. */
  readonly userAgent: string;
  readonly remoteAddress: string;
  readonly exitStatus: number | null;
  /** The run's log as it is kept, cut at the limit; null when there was none. */
  readonly body: Uint8Array | null;
}

/** What of a monitor no rule reads. */
export interface MonitorDetails {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly projectID: number;
  readonly alerting: MonitorAlerting;
}

export interface MonitorRecord extends Monitor {
  readonly id: number;
  readonly teamID: string;
  readonly shortID: string;
  readonly projectShortID: string;
  readonly pingID: string;
  readonly createdAt: number;
  readonly details: MonitorDetails;
  readonly notices: readonly PingNotice[];
  readonly revision: number;
}

export interface NewMonitor {
  readonly teamID: string;
  readonly shortID: string;
  readonly pingID: string;
  readonly pingKey: string;
  readonly createdAt: number;
  readonly details: MonitorDetails;
  readonly monitor: Monitor;
}

export type Created =
  | { readonly outcome: 'created'; readonly monitor: MonitorRecord }
  | { readonly outcome: 'allowance_used_up' }
  | { readonly outcome: 'project_gone' }
  | { readonly outcome: 'ping_id_taken' }
  | { readonly outcome: 'short_id_taken' };

/** All filters are joined by "and". `q` is looked for in the name, in any case. */
export interface EventRecord extends Event {
  readonly request: Omit<PingRequest, 'body'>;
  /** Bytes kept of the body; 0 when there was none, or it is no longer kept. */
  readonly bodySize: number;
}

export interface TransitionRecord extends Transition {
  readonly id: number;
  readonly runID: string | null;
}

/** A page of a list that runs from new to old: rows before a number (event number, run seq, transition id). */
export interface Page {
  readonly before?: number;
  readonly limit: number;
}

/** One command for one monitor. */
export interface CommandInput {
  readonly monitorID: number;
  readonly command: Command;
  /** With a ping: how it came. */
  readonly request?: PingRequest;
}

/** A command, or a change of settings that becomes one once the settings are known. */
export type Input = CommandInput | MonitorEdit;

/**
 * `gone`: the monitor does not exist (any more). `failed`: this input could not be applied; the others were.
 * `already_applied`: its ticket shows that it was, in a batch whose answer was lost.
 */
export type Applied =
  | {
      readonly outcome: 'applied';
      readonly teamID: string;
      readonly status: Status;
      readonly event: Event | null;
      /** Whether it has left transitions, and with them outbox rows. */
      readonly changedStatus: boolean;
    }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'failed'; readonly error: unknown }
  | { readonly outcome: 'already_applied' };

/** A monitor's settings as they are stored, beside its state. */
export interface StoredMonitor extends Monitor {
  readonly details: MonitorDetails;
  readonly revision: number;
}

/** What an edit comes to for a monitor. */
export interface MonitorChange {
  readonly command: Command;
  /** Absent when they stay. */
  readonly details?: MonitorDetails;
}

/** A change of a monitor's settings. When it refuses, its outcome is `failed` with the error that it threw. */
export interface MonitorEdit extends Edit<StoredMonitor, MonitorChange> {
  readonly monitorID: number;
  /** The team in which names are looked up. */
  readonly teamID: string;
  readonly at: number;
}
