import type { Selectable } from 'kysely';
import { INCIDENT_ENDS, type Incident } from '../../domain/incident.ts';
import { FAILURE_REASONS } from '../../domain/monitor.ts';
import { requireOneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';

type IncidentTimers = 'remind_at' | 'escalate_at' | 'escalation_step';

export function parseIncident(row: Omit<Selectable<Schema['incidents']>, IncidentTimers>): Incident {
  return {
    id: row.id,
    incidentID: row.incident_id,
    teamID: row.team_id,
    monitorID: row.monitor_id,
    reason: requireOneOf(FAILURE_REASONS, row.reason, 'incidents.reason'),
    openedAt: row.opened_at,
    runSeq: row.run_seq,
    closedAt: row.closed_at,
    closedBy:
      row.closed_by === null ? null : requireOneOf(INCIDENT_ENDS, row.closed_by, 'incidents.closed_by'),
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: row.acknowledged_by,
    note: row.note,
  };
}
