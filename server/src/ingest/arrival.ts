import type { Event, Ping } from '../domain/pairing.ts';
import type { Applied, PingRequest } from '../store/records.ts';

/** A ping as it came in. */
export interface Arrival {
  readonly pingKey: string;
  /** Null when the database could not be asked whose key it is. */
  readonly monitorID: number | null;
  readonly command: Ping;
  readonly request: PingRequest;
}

/**
 * What became of a ping. `spooled`: it is on disk and gets its number once the database is back; the event says what is known
 * of it until then, with 0 for a number.
 */
export type Taken = Applied | { readonly outcome: 'spooled'; readonly event: Event };

/** Whose ping key it is. `unsure`: the database is away, and nobody here remembers the key. */
export type Found =
  | { readonly outcome: 'known'; readonly monitorID: number; readonly pingID: string }
  | { readonly outcome: 'nobody' }
  | { readonly outcome: 'unsure' };

const SPOOLED =
  'The database is away. This ping is safe on disk: it gets its number, its run and its effect, as of now, when the database is back.';

export function spooledEvent({ at, type, rid, newRunID, durationMs, warnings }: Ping): Event {
  const runID = rid ?? newRunID ?? '';
  return { number: 0, type, at, durationMs, runID, warnings: [...warnings, SPOOLED] };
}
