import type { AlertedSettings, Severity } from '@overdue/domain/alerting/alert.ts';
import type { IncidentTimers } from '@overdue/domain/alerting/alert-plan.ts';
import type { Acknowledgement } from '@overdue/domain/incidents/acknowledgement.ts';
import type { Incident, IncidentSummary } from '@overdue/domain/incidents/incident.ts';
import type { NewSnooze } from '@overdue/domain/incidents/snooze.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';

export interface IncidentStore {
  /** Newest first, unless `ended` is set. */
  listIncidents(teamID: string, filter: IncidentFilter): Promise<readonly IncidentRecord[]>;
  /** Runs that failed during an incident, including the run that opened the incident, oldest first. */
  listFailures(incident: Incident, limit: number): Promise<readonly Run[]>;
  /** Notes of an incident, oldest first. */
  listNotes(incidentID: number): Promise<readonly IncidentNote[]>;
  /** Returns false if the incident's current state doesn't allow the change. */
  changeIncident(incident: IncidentKey, change: IncidentChange): Promise<boolean>;
  /** Newest first. Much faster than `listIncidents`. */
  listIncidentSummaries(teamID: string, selection: SummarySelection): Promise<readonly IncidentSummary[]>;
}

export interface IncidentRecord extends Incident {
  readonly monitor: AlertedSettings & {
    readonly shortID: string;
    readonly projectShortID: string;
    readonly severity: Severity;
  };
  readonly runID: string | null;
  readonly timers: Omit<IncidentTimers, 'incidentID'>;
}

export interface IncidentFilter {
  readonly incidentID?: string;
  /** Earliest and latest opening, both inclusive. */
  readonly openedFrom?: number;
  readonly openedTo?: number;
  readonly state?: 'open' | 'closed';
  readonly monitorShortID?: string;
  readonly projects?: readonly string[];
  /** Only monitors with all of these tags. */
  readonly tags?: readonly string[];
  /** Only monitors with one of these severities. */
  readonly severities?: readonly Severity[];
  readonly before?: number;
  /** Lists only closed incidents, the latest end first. Pages continue at this position instead of the row ID `before`. */
  readonly ended?: { readonly before: EndedPosition | null };
  readonly limit: number;
}

export interface SummarySelection {
  /** Selects at most 1,000 monitors. If omitted, selects all monitors of the team. */
  readonly monitorIDs?: readonly number[];
  /** Selects incidents that were open at or after this time. If omitted, selects incidents that are open now. */
  readonly openSince?: number;
  /** Maximum number of incidents. Open incidents need no limit, because a monitor has at most one. */
  readonly limit?: number;
}

/** Position in the list of closed incidents, which is sorted by closing time. */
export interface EndedPosition {
  readonly closedAt: number;
  readonly id: number;
}

export interface IncidentNote {
  readonly noteID: string;
  readonly at: number;
  readonly author: string;
  readonly text: string;
}

export type IncidentChange =
  /**
   * Stops reminders and escalation, unless the incident is closed or already acknowledged. With `takeOver`, replaces the
   * acknowledgement of another person.
   */
  | ({ readonly kind: 'acknowledge'; readonly takeOver?: boolean } & Acknowledgement)
  /** Ends the current acknowledgement, so that reminders and escalation continue. */
  | { readonly kind: 'unacknowledge'; readonly at: number; readonly by: string }
  /** Postpones reminders and escalation, unless the incident is acknowledged or closed, or has too many snoozes. */
  | ({ readonly kind: 'snooze' } & NewSnooze)
  /** Ends the current snooze, if the incident has one. */
  | { readonly kind: 'unsnooze'; readonly at: number; readonly by: string }
  /** Adds a note, unless the incident already has `max` notes. */
  | { readonly kind: 'add_note'; readonly note: IncidentNote; readonly max: number };

export type IncidentKey = Pick<Incident, 'id' | 'teamID' | 'monitorID'>;
