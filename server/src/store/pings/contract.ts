import type { Applied, Input } from '../records.ts';

export interface PingedMonitor {
  readonly monitorID: number;
  readonly pingID: string;
}

/** Numbers that a process gives to its pings, ascending, so that a batch with an unknown commit can be repeated. */
export interface Tickets {
  /** Epoch of the lane that counts these tickets. Each lane counts separately. */
  readonly epoch: string;
  /** Epoch of the process, as in its reports. Set only for new pings, which must not overtake spooled ones. */
  readonly processEpoch?: string;
  /** One per input, ascending, with gaps allowed. */
  readonly numbers: readonly number[];
}

export interface IngestStore {
  /** Finds the monitor of a ping key by a plain read, so that unknown keys never reach the write path. */
  findByPingKey(pingKey: string): Promise<PingedMonitor | null>;
  /** Looks up a ping key in memory: null if no monitor has it, undefined if it isn't cached. */
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
   * Inputs whose tickets have a process epoch are new pings. The store rejects them with {@link
   * import('../unavailable.ts').PingsFirst}, having saved nothing, if they could overtake pings kept by other
   * processes. A store whose commits are never in doubt ignores tickets.
   */
  apply(inputs: readonly Input[], tickets?: Tickets): Promise<readonly Applied[]>;
}
