import type { PastAcknowledgement } from '@overdue/domain/incidents/acknowledgement.ts';
import { INCIDENT_ENDS, type Incident } from '@overdue/domain/incidents/incident.ts';
import type { Snooze } from '@overdue/domain/incidents/snooze.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { isNumber, isText } from '@overdue/domain/type-check.ts';
import type { Selectable } from 'kysely';
import { requireOneOf } from './rows.ts';
import type { Schema } from './schema.ts';

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
    pastAcknowledgements: parseAcknowledgements(row.past_acknowledgements),
    snoozes: parseSnoozes(row.snoozes),
  };
}

export function parseSnoozes(json: string): readonly Snooze[] {
  return parseList(json, 'incidents.snoozes', isSnooze);
}

function parseAcknowledgements(json: string): readonly PastAcknowledgement[] {
  return parseList(json, 'incidents.past_acknowledgements', isPastAcknowledgement);
}

function parseList<T>(json: string, column: string, isEntry: (value: unknown) => value is T): readonly T[] {
  if (json === '[]') return [];
  const list: unknown = JSON.parse(json);
  if (Array.isArray(list) && list.every(isEntry)) return list;
  throw new Error(`The database holds ${json} in ${column}, which is not a valid list.`);
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

function isPastAcknowledgement(value: unknown): value is PastAcknowledgement {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    isNumber(fields.get('at')) &&
    isText(fields.get('by')) &&
    (fields.get('note') === null || isText(fields.get('note'))) &&
    isNumber(fields.get('endedAt')) &&
    isText(fields.get('endedBy')) &&
    typeof fields.get('isTakenOver') === 'boolean'
  );
}
