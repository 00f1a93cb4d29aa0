import type { Applied } from '../records.ts';
import type { SpooledPing } from '../spool/contract.ts';

/** Whose pings are asked for. A process that does not get on for 10 seconds does not count, as for a horizon. */
export interface StoredElsewhere {
  readonly at: number;
  /** Lives of processes that do not count either, since the asking one sees to their pings. */
  readonly own: readonly string[];
  /** A process that has given no sign since then counts only if it said that pings wait. */
  readonly aliveSince: number;
}

/** How far all processes are with the pings that they took. */
export interface Standing {
  /** Until when the other processes have stored or queued all of their pings; at most the time of the question. */
  readonly until: number;
  /** Arrival of the first ping in the shared queue; null when the queue is empty. */
  readonly queuedFrom: number | null;
  /**
   * Whether new pings can overtake none: the queue is empty, no other process keeps pings, and each has said so since this process
   * could last not write.
   */
  readonly isClear: boolean;
}

export interface AppliedFromQueue {
  /** Null when no monitor has the ping key. */
  readonly monitorID: number | null;
  readonly applied: Applied;
}

/**
 * The queue that processes share for pings that they kept while the database was away. From there pings are applied in the order in
 * which they came, whichever process took them.
 */
export interface PingQueue {
  standing(question: StoredElsewhere): Promise<Standing>;
  /** Puts kept pings of one epoch into the queue, in one durable transaction. Those that the database has already are left out. */
  enqueue(pings: readonly SpooledPing[]): Promise<void>;
  /**
   * Applies the first pings in the queue that came at or before a time, in one transaction that also takes them out of the queue.
   * Answers nothing when there were none.
   */
  applyQueued(until: number, limit: number): Promise<readonly AppliedFromQueue[]>;
}
