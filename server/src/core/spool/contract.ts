import type { Ping } from '@overdue/domain/ping/event.ts';
import type { PingRequest } from '../../database/records.ts';

/** A ping that waits for the database. Contains everything needed to apply the ping later as if it were applied on arrival. */
export interface SpooledPing {
  /** Epoch of the process that accepted the ping; see {@link import('../contract.ts').Tickets}. */
  readonly epoch: string;
  readonly ticket: number;
  readonly normalizedPingID: string;
  /** Team of the monitor, for its share of the spool; absent or null if unknown. */
  readonly teamID?: string | null;
  readonly command: Ping;
  readonly request: PingRequest;
}

/** A position in the spool and its ping; null if the row is damaged. */
export interface SpoolRow {
  readonly position: number;
  readonly ping: SpooledPing | null;
}

export interface SpoolSize {
  readonly pings: number;
  readonly bytes: number;
  readonly oldestAt: number | null;
}

/** A queue of pings on local disk for outages of the database. Outlives the process. */
export interface Spool {
  /** Appends pings in order. When the call returns, all pings are on disk. If the call throws, none is stored. */
  append(pings: readonly SpooledPing[]): void;
  /** Returns the first pings: at most `limit`, fewer if their bodies exceed `bytes`, but at least one. */
  first(limit: number, bytes: number): readonly SpoolRow[];
  removeThrough(position: number): void;
  size(): SpoolSize;
  /** Returns how much of the spool the pings of a team take up. */
  heldBy(teamID: string | null): Pick<SpoolSize, 'pings' | 'bytes'>;
  close(): void;
}
