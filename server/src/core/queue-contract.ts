import type { ApplyOutcome } from '../database/records.ts';
import type { SpooledPing } from './spool/contract.ts';

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
