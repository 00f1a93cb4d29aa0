import type { PingProject, ProjectKey } from '@overdue/domain/access/project-key.ts';
import type { ApplyOutcome, BatchInput } from '../database/records.ts';

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
