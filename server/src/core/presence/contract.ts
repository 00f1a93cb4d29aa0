import type { BlindWindow, WatchedTime } from '@overdue/domain/blind-window.ts';
import type { ApplyOutcome } from '../../database/records.ts';
import type { IngestStore } from '../contract.ts';
import type { PingQueue } from '../queue-contract.ts';

/** Presence of a node that accepts pings, recorded once a second on SQLite, four times a second on PostgreSQL. */
export interface NodePresence extends WatchedTime {
  /** Epoch of the node, as in {@link Tickets}. */
  readonly epoch: string;
  /** Arrival time of the node's oldest ping that is neither applied nor in the shared queue, nor refused and in a recorded gap. */
  readonly unstoredSince: number | null;
  /** Whether new pings may go to the node's spool, or the spool holds pings; absent without a spool. */
  readonly usesSpool?: boolean;
}

export interface JudgedMonitor {
  readonly monitorID: number;
  readonly applied: ApplyOutcome;
}

export type LeaseName = 'blind_windows' | 'retention' | 'reports' | 'search';

export interface WatchdogStore extends IngestStore, PingQueue {
  /** Whether other nodes may use the database concurrently, so that deadlines may change unnoticed. */
  readonly isShared: boolean;
  findNextWakeAt(): Promise<number | null>;
  /**
   * Judges overdue monitors (wake time at or before `at`) and saves the results as `apply` does. Handles at most `limit`
   * monitors, longest overdue first. Skips the monitors in `except` and monitors that another node is judging. Returns an empty
   * list if there was nothing to judge.
   */
  applyDeadlines(at: number, limit: number, except: ReadonlySet<number>): Promise<readonly JudgedMonitor[]>;
  /**
   * Records that a node could receive pings until `at`. If a gap precedes this time, stores and returns the gap as a blind
   * window.
   */
  recordPresence(presence: NodePresence): Promise<BlindWindow | null>;
  /**
   * Records a gap that a node noticed itself, and returns the recorded window: a gap that makes a chain of quick restarts too long is
   * recorded as one blind window over the chain. Verdicts that follow take the window into account. `at`: time of the record.
   */
  recordGap(gap: Omit<BlindWindow, 'id'>, at: number): Promise<BlindWindow>;
  /** Deletes the presence of a node that stops with an empty spool, so that no other node waits for it. */
  forgetNode(epoch: string): Promise<void>;
  /**
   * Returns the time up to which verdicts may be made, at most `at`. All other nodes have stored the pings that they accepted
   * before this time. With `epoch`, ignores the presence of the caller, because the caller knows its own state. Without `epoch`,
   * the result is also at most the time until which some node has watched. `others`: whether to consider all nodes that make
   * progress (default), or only nodes that announced waiting pings.
   */
  readHorizon(at: number, epoch: string | null, others?: 'live' | 'waiting'): Promise<number>;
  /** Windows that are not settled for all monitors, oldest first. */
  listUnsettledBlindWindows(): Promise<readonly BlindWindow[]>;
  /**
   * Monitors that the window concerns with an occurrence expected by its end, among the `span` IDs after `afterID`. `next`: last ID
   * read; null at the end.
   */
  listMonitorsExpectedBefore(
    window: Pick<BlindWindow, 'to' | 'teamID'>,
    afterID: number,
    span: number,
  ): Promise<{ readonly ids: readonly number[]; readonly next: number | null }>;
  /** Marks the window as settled and writes one outbox row for each affected team, in one transaction. */
  settleBlindWindow(id: number, at: number): Promise<void>;
  /**
   * Takes or extends a lease until `until`, or releases it with a past `until`. Returns whether the holder has the lease; always
   * true on an unshared database.
   */
  takeLease(lease: {
    readonly name: LeaseName;
    readonly holder: string;
    readonly at: number;
    readonly until: number;
  }): Promise<boolean>;
}
