import type { Applied, Input } from '../records.ts';

export interface PingedMonitor {
  readonly monitorID: number;
  readonly pingID: string;
}

/**
 * Numbers that one life of a process gives to its pings. If a commit is in doubt, the batch is applied again,
 * and applied pings are skipped. Numbers ascend within and across batches.
 */
export interface Tickets {
  /** Names the counter, for a part of one life. Never shared. */
  readonly epoch: string;
  /**
   * Life of the process, as in its signs. Present only with new pings, which must not overtake pings kept by
   * other processes.
   */
  readonly life?: string;
  /** One per input, ascending; gaps are fine. */
  readonly numbers: readonly number[];
}

export interface IngestStore {
  /** Finds the monitor of a ping key. A plain read: unknown keys never reach the write path. */
  findByPingKey(pingKey: string): Promise<PingedMonitor | null>;
  /**
   * Returns what is known of a ping key without asking a database: null if no monitor has it, undefined if
   * unknown.
   */
  recallPingKey(pingKey: string): PingedMonitor | null | undefined;
  /**
   * Applies commands through the domain, in order, and saves the results (state, event, runs, transitions,
   * outbox rows) in one durable transaction. They are on disk when the promise resolves. A failing input is
   * skipped and doesn't fail others.
   *
   * Rejects only if nothing was saved, with one exception: after {@link
   * import('../unavailable.ts').DatabaseUnavailable} the commit is in doubt, and repeating the call with the
   * same tickets is safe.
   *
   * Inputs whose tickets name a life are new pings. The store rejects them with {@link
   * import('../unavailable.ts').PingsFirst}, having saved nothing, if they could overtake pings kept by other
   * processes. A store whose commits are never in doubt ignores tickets.
   */
  apply(inputs: readonly Input[], tickets?: Tickets): Promise<readonly Applied[]>;
}
