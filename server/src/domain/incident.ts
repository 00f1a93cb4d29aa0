import type { FailureReason } from './monitor.ts';

/** The time from a monitor going down to its recovery. Times are epoch milliseconds. */
export interface Incident {
  readonly id: number;
  /** What it goes by outside: a UUIDv7. */
  readonly incidentID: string;
  readonly teamID: string;
  readonly monitorID: number;
  readonly reason: FailureReason;
  readonly openedAt: number;
  /** The run that opened it. */
  readonly runSeq: number | null;
  /** Null while it is open. */
  readonly closedAt: number | null;
  readonly closedBy: IncidentEnd | null;
  readonly acknowledgedAt: number | null;
  /** The member's name or email, as it was then. */
  readonly acknowledgedBy: string | null;
  readonly note: string | null;
}

export const INCIDENT_ENDS = ['recovered', 'paused', 'deleted'] as const;
/** Why an incident ended. */
export type IncidentEnd = (typeof INCIDENT_ENDS)[number];
