import type { Selectable } from 'kysely';
import { INCIDENT_ENDS, type Incident } from '../../domain/incident.ts';
import type { Snooze } from '../../domain/incidents/snooze.ts';
import { FAILURE_REASONS } from '../../domain/monitor-state.ts';
import { isNumber, isText } from '../../domain/type-check.ts';
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
    snoozes: parseSnoozes(row.snoozes),
  };
}

export function parseSnoozes(json: string): readonly Snooze[] {
  if (json === '[]') return [];
  const list: unknown = JSON.parse(json);
  if (Array.isArray(list) && list.every(isSnooze)) return list;
  throw new Error(`The database holds ${json} in incidents.snoozes, which is not a list of snoozes.`);
}

function isSnooze(value: unknown): value is Snooze {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const isTimeOrNull = (name: string) => fields.get(name) === null || isNumber(fields.get(name));
  return (
    isNumber(fields.get('at')) &&
    isNumber(fields.get('until')) &&
    isText(fields.get('by')) &&
    isTimeOrNull('remindAt') &&
    isTimeOrNull('endedAt') &&
    (fields.get('endedBy') === null || isText(fields.get('endedBy')))
  );
}
