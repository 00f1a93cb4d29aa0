import { type CheckResult, clauseOf } from '../checks/check-result.ts';
import { durationWords } from '../format-text.ts';
import type { Run } from '../monitor/run.ts';
import type { FailureReason, Status } from '../monitor/state.ts';
import type { PastAcknowledgement } from './acknowledgement.ts';
import type { Snooze } from './snooze.ts';

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
  /** The acknowledgement in force. */
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly note: string | null;
  /** Acknowledgements that were taken back or taken over, oldest first. */
  readonly pastAcknowledgements: readonly PastAcknowledgement[];
  /** Oldest first. */
  readonly snoozes: readonly Snooze[];
}

/** A monitor's open incident, as shown in lists of monitors. */
export type OpenIncident = Pick<
  Incident,
  'monitorID' | 'incidentID' | 'acknowledgedAt' | 'acknowledgedBy' | 'snoozes'
>;

/** Time and reason of a monitor's outage. */
export type Outage = Pick<Incident, 'monitorID' | 'reason' | 'openedAt' | 'closedAt'>;

/** An incident in long lists. */
export type IncidentSummary = OpenIncident & Outage;

export const INCIDENT_ENDS = ['recovered', 'paused', 'deleted'] as const;
export type IncidentEnd = (typeof INCIDENT_ENDS)[number];

/** Returns how a status change affects the monitor's incident: opens it, ends it, or doesn't change it (null). */
export function incidentChange({
  from,
  to,
}: {
  readonly from: Status;
  readonly to: Status;
}): 'opened' | 'recovered' | 'paused' | null {
  if (to === 'down') return 'opened';
  if (from !== 'down') return null;
  return to === 'paused' ? 'paused' : 'recovered';
}

/** Causes of incidents, for sentences such as `Down since 02:00: a run missed its deadline.` */
export const REASON_TEXTS: Readonly<Record<FailureReason, string>> = {
  failed: 'the job reported a failure',
  missed: 'a run missed its deadline',
  timed_out: 'a run did not end in time',
};

/** Returns the cause of an incident, for the same sentences. `check`: the check that opened the incident; null for a job. */
export function causeText(reason: FailureReason, check: CheckResult | null): string {
  if (check === null) return REASON_TEXTS[reason];
  return `the check ${reason === 'timed_out' ? 'timed out' : 'failed'}: ${clauseOf(check.message)}`;
}

/**
 * Returns a sentence about the late report of the run that opened an incident; null unless the run had already succeeded when the
 * incident opened.
 */
export function lateReport(
  run: Run | null,
  { openedAt, closedAt }: Pick<Incident, 'openedAt' | 'closedAt'>,
): string | null {
  if (run?.state !== 'succeeded' || run.endedAt === null || run.endedAt >= openedAt) return null;
  const delay = durationWords((closedAt ?? openedAt) - run.endedAt);
  return `It ran ${run.late ? 'late' : 'on time'}; the report arrived ${delay} late.`;
}
