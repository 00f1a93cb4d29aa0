import type { PingProject } from '@overdue/domain/access/project-key.ts';
import type { Event, Ping } from '@overdue/domain/ping/event.ts';
import type { ApplyOutcome, PingRequest } from '../../database/records.ts';

export interface AcceptedPing {
  readonly normalizedPingID: string;
  /** Null if the database could not be queried. */
  readonly monitorID: number | null;
  /** Team of the monitor; null if the database could not be queried. */
  readonly teamID: string | null;
  readonly command: Ping;
  readonly request: PingRequest;
}

/**
 * Outcome of a ping. `spooled`: the ping is on disk, in the spool or set aside. The event of a spooled ping has the number 0, because the database assigns event numbers.
 */
export type PingOutcome =
  | Exclude<ApplyOutcome, { readonly outcome: 'set_aside' }>
  | { readonly outcome: 'spooled'; readonly event: Event };

/** Monitor of a ping ID. `unavailable`: the ping ID isn't cached, and the database is unavailable. */
export type PingTarget =
  | {
      readonly outcome: 'known';
      readonly monitorID: number;
      readonly pingID: string;
      readonly teamID: string;
    }
  | { readonly outcome: 'unknown_id' }
  | { readonly outcome: 'unavailable' };

/** Monitor of a slug in the project of a ping key. `unavailable`: the slug isn't cached, and the database is unavailable. */
export type SlugTarget =
  | {
      readonly outcome: 'known';
      readonly monitor: { readonly monitorID: number; readonly pingID: string; readonly revision: number };
      readonly project: PingProject;
    }
  | { readonly outcome: 'unknown_key' }
  | { readonly outcome: 'unknown_slug' | 'ambiguous'; readonly project: PingProject }
  | { readonly outcome: 'unavailable' };

const SET_ASIDE =
  'The database refuses the pings of this monitor. This ping is safe on disk. Its number and run are assigned once the database takes it, with the time of its arrival.';
const SPOOLED =
  'The database is unavailable. This ping is safe on disk. Its number and run are assigned once the database is back, with the time of its arrival.';

export function spooledEvent(command: Ping): Event {
  return waitingEvent(command, SPOOLED);
}

/** Returns the outcome for the sender of a ping that was applied or set aside. */
export function pingOutcome(command: Ping, applied: ApplyOutcome): PingOutcome {
  return applied.outcome === 'set_aside'
    ? { outcome: 'spooled', event: waitingEvent(command, SET_ASIDE) }
    : applied;
}

function waitingEvent(
  { at, happenedAt = at, type, rid, newRunID, durationMs, warnings }: Ping,
  reason: string,
): Event {
  const runID = rid ?? newRunID ?? '';
  return { number: 0, type, at, happenedAt, durationMs, runID, warnings: [...warnings, reason] };
}
