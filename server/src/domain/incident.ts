import type { FailureReason } from './monitor.ts';

/** The time from a monitor going down until it recovers. Times are epoch milliseconds. */
export interface Incident {
  readonly id: number;
  readonly incidentID: string;
  readonly teamID: string;
  readonly monitorID: number;
  readonly reason: FailureReason;
  readonly openedAt: number;
  readonly runSeq: number | null;
  readonly closedAt: number | null;
  readonly closedBy: IncidentEnd | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly note: string | null;
}

export const INCIDENT_ENDS = ['recovered', 'paused', 'deleted'] as const;
export type IncidentEnd = (typeof INCIDENT_ENDS)[number];
