import type { Ping } from '../../domain/pairing.ts';
import type { PingRequest } from '../records.ts';

/** A ping that waits for the database, with all that it takes to apply it later as if it came when it came. */
export interface SpooledPing {
  /** Of the life of the process that took it, see {@link import('../pings/contract.ts').Tickets}. */
  readonly epoch: string;
  readonly ticket: number;
  readonly pingKey: string;
  readonly command: Ping;
  readonly request: PingRequest;
}

/** A row of the spool: where it stands, and the ping; null when what is on disk makes no sense. */
export interface SpoolRow {
  readonly position: number;
  readonly ping: SpooledPing | null;
}

export interface SpoolSize {
  readonly pings: number;
  /** Bytes of their bodies. */
  readonly bytes: number;
  /** Arrival of the first in line; null when nothing waits. */
  readonly oldestAt: number | null;
}

/** A queue of pings on this machine's disk, for the time in which the database is away. Outlives the process. */
export interface Spool {
  /** Appends in order. When it returns, all are on disk; when it throws, none is. */
  append(pings: readonly SpooledPing[]): void;
  /** The first in line: at most `limit`, and fewer when their bodies are more than `bytes`, but at least one. */
  first(limit: number, bytes: number): readonly SpoolRow[];
  /** Removes all up to a position. */
  removeThrough(position: number): void;
  /** Costs nothing. */
  size(): SpoolSize;
  close(): void;
}
