import type { PingProject, ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { BlindWindow, WatchedTime } from '@overdue/domain/blind-window.ts';
import type { ApplyOutcome, BatchInput } from '../database/records.ts';
import type { SpooledPing } from './spool/contract.ts';

export interface PingedMonitor {
  readonly monitorID: number;
  readonly pingID: string;
  readonly teamID: string;
}

/** Identifies a monitor by slug: the hash of the project's ping key, and the slug. */
export interface SlugAddress {
  readonly keyHash: string;
  readonly slug: string;
}

export interface SlugMatch {
  readonly project: PingProject;
  readonly key: Pick<ProjectKey, 'expiresAt'>;
  /** Monitors of the project with the slug, oldest first, at most two. Two monitors mean that the slug is ambiguous. */
  readonly monitors: readonly MonitorOfSlug[];
}

export interface MonitorOfSlug extends Pick<PingedMonitor, 'monitorID' | 'pingID'> {
  /** Changes whenever a setting of the monitor changes. */
  readonly revision: number;
}

/**
 * Ascending numbers that a process assigns to its pings. The numbers make it safe to repeat a batch whose commit is uncertain.
 */
export interface Tickets {
  /** Epoch of the lane that issued the tickets. The lanes of a process commit concurrently, and each counts its own tickets. */
  readonly epoch: string;
  /** Epoch of the process, as in its presence record. Set only for new pings, which must not overtake spooled pings. */
  readonly processEpoch?: string;
  /** Ticket numbers: one per input, ascending, with gaps allowed. */
  readonly numbers: readonly number[];
}

/** Finds the targets of pings by plain reads, so that unknown targets never reach the write path. `now` is a monotonic time. */
export interface PingLookup<Address, Found> {
  find(address: Address, now: number): Promise<Found | null>;
  /**
   * Looks up a target in memory: null if there is no such target, undefined if it isn't cached. `ageMsMax` is the maximum age of
   * an entry that may have missed a change by another process. By default, entries of any age are returned.
   */
  findCached(address: Address, now: number, ageMsMax?: number): Found | null | undefined;
}

export type SlugLookup = PingLookup<SlugAddress, SlugMatch>;

export interface IngestStore {
  /** Monitors by normalized ping ID. */
  readonly monitorsByPingID: PingLookup<string, PingedMonitor>;
  /**
   * Projects by key hash, with the monitors of a slug (none for the slug ''). Null if no key of the kind `ping` or `read_write` has
   * this hash.
   */
  readonly slugs: SlugLookup;
  /**
   * Applies commands through the domain, in order, and saves the results (state, event, runs, transitions, outbox rows) in one
   * durable transaction. The results are on disk when the promise resolves. A failing input is skipped and doesn't fail others.
   *
   * Rejects only if nothing was saved, with one exception: after {@link import('../database/unavailable.ts').DatabaseUnavailable} the
   * commit is in doubt, and repeating the call with the same tickets is safe.
   *
   * Inputs whose tickets have a process epoch are new pings. If they could overtake pings kept by other processes, the store
   * saves nothing and rejects with {@link import('../database/unavailable.ts').WouldOvertakePings}. A store whose commits are never in
   * doubt ignores tickets.
   */
  apply(inputs: readonly BatchInput[], tickets?: Tickets): Promise<readonly ApplyOutcome[]>;
}

/** Query of other nodes' progress. `nodesAliveFrom` decides which silent nodes count. */
export interface ProgressQuery {
  readonly at: number;
  /** The caller's own epochs, which are left out. */
  readonly own: readonly string[];
  /** A node that has recorded no presence since this time counts only if it announced waiting pings. */
  readonly nodesAliveFrom: number;
}

/** Progress of all nodes in storing the pings that they accepted. */
export interface QueueProgress {
  /** Time up to which other nodes have stored or queued all of their pings. Never later than the time of the query. */
  readonly until: number;
  /** Arrival time of the first ping in the shared queue; null if the queue is empty. */
  readonly queuedFrom: number | null;
  /**
   * Whether no ping is queued or spooled. True only if all nodes have confirmed that their spools are empty since this node was
   * last unable to write.
   */
  readonly isClear: boolean;
}

export interface AppliedFromQueue {
  /** Null if no monitor has the ping ID. */
  readonly monitorID: number | null;
  readonly applied: ApplyOutcome;
}

/** Number of pings that were set aside because the database refuses them, and their monitors, longest untried first. */
export interface PingsSetAside {
  readonly pings: number;
  readonly monitors: readonly { readonly monitorID: number; readonly reason: string }[];
}

/** Shared queue of pings spooled during an outage of the database. Applies them in the order of arrival. */
export interface PingQueue {
  readQueueProgress(query: ProgressQuery): Promise<QueueProgress>;
  /** Queues spooled pings of one epoch in one durable transaction. Skips pings that the database already has. */
  enqueue(pings: readonly SpooledPing[]): Promise<void>;
  /** Applies and removes the first queued pings that arrived at or before a time, in one transaction. */
  applyQueued(until: number, limit: number): Promise<readonly AppliedFromQueue[]>;
  /** Counts the pings that were set aside, and lists at most `limit` of their monitors. */
  readPingsSetAside(limit: number): Promise<PingsSetAside>;
  /**
   * Tries the first pings of a monitor that were set aside again, in order, up to the first one that the database still refuses. Removes the
   * stored pings in the same transaction. Returns their outcomes.
   */
  applyPingsSetAside(monitorID: number, at: number): Promise<readonly ApplyOutcome[]>;
}

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
