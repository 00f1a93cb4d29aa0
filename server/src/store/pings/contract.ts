import type { Applied, Input } from '../records.ts';

/** The monitor that a ping key belongs to. */
export interface PingedMonitor {
  readonly monitorID: number;
  readonly pingID: string;
}

/**
 * Numbers that one life of a process gives to its pings, so that a batch whose commit is in doubt can be applied again: what
 * was applied is left out then. Each number is higher than all before it, also across batches.
 */
export interface Tickets {
  /** Names what counts them, a part of one life: no two share one. */
  readonly epoch: string;
  /** The life of the process, as its signs name it; only with new pings, which must not overtake those that others keep. */
  readonly life?: string;
  /** One for each input, ascending; holes are fine. */
  readonly numbers: readonly number[];
}

export interface IngestStore {
  /** Which monitor a ping key belongs to. A plain read: unknown keys never touch the write path. */
  findByPingKey(pingKey: string): Promise<PingedMonitor | null>;
  /** What is known of a ping key without waiting for a database: null when nobody has it, undefined when it must be asked. */
  recallPingKey(pingKey: string): PingedMonitor | null | undefined;
  /**
   * Runs the commands through the domain's one door, in order, and saves all that comes of them (state,
   * event, runs, transitions, outbox rows) in one durable transaction: when the promise resolves, it is on
   * disk. An input that fails is left out whole and does not fail the others. Rejects only when nothing was
   * saved; but with {@link import('./unavailable.ts').DatabaseUnavailable} all of it may have been: with the same tickets it is safely
   * applied again. With tickets that name a life, inputs are new pings: the store rejects with {@link import('./unavailable.ts').PingsFirst}, having saved
   * nothing, when they could overtake pings that other processes keep. A store whose commits are never in doubt ignores tickets.
   */
  apply(inputs: readonly Input[], tickets?: Tickets): Promise<readonly Applied[]>;
}
