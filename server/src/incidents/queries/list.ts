import type { Kysely } from 'kysely';
import { type FindRunIDs, runIDOf, runPlaces } from '../../core/history/run-keys.ts';
import { parseIncident } from '../../database/incident-rows.ts';
import {
  parseAlerted,
  parseSeverity,
  SHOWN_IN_ALERTS_COLUMNS,
} from '../../database/monitor-settings-columns.ts';
import type { Schema } from '../../database/schema.ts';
import type { IncidentFilter, IncidentRecord } from '../contract.ts';
import { monitorsWith } from './monitor-filter.ts';

function incidents(db: Kysely<Schema>, teamID: string) {
  return db
    .selectFrom('incidents as i')
    .innerJoin('monitors as m', 'm.id', 'i.monitor_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select([
      'i.id',
      'i.incident_id',
      'i.team_id',
      'i.monitor_id',
      'i.reason',
      'i.opened_at',
      'i.run_seq',
      'i.closed_at',
      'i.closed_by',
      'i.acknowledged_at',
      'i.acknowledged_by',
      'i.note',
      'i.past_acknowledgements',
      'i.snoozes',
      'i.remind_at',
      'i.escalate_at',
      'i.escalation_step',
      'm.short_id',
      'm.alerting',
      'p.short_id as project_short_id',
    ])
    .select(SHOWN_IN_ALERTS_COLUMNS.map((column) => `m.${column}` as const))
    .where('i.team_id', '=', teamID);
}

type IncidentRow = Awaited<ReturnType<ReturnType<typeof incidents>['executeTakeFirstOrThrow']>>;

function parseRecord(row: IncidentRow, runID: string | null): IncidentRecord {
  return {
    ...parseIncident(row),
    monitor: {
      shortID: row.short_id,
      projectShortID: row.project_short_id,
      severity: parseSeverity(row),
      ...parseAlerted(row),
    },
    runID,
    timers: {
      remindAt: row.remind_at,
      escalateAt: row.escalate_at,
      escalationStep: row.escalation_step,
    },
  };
}

export async function listIncidents(
  db: Kysely<Schema>,
  {
    teamID,
    filter,
    findRunIDs,
  }: { readonly teamID: string; readonly filter: IncidentFilter; readonly findRunIDs: FindRunIDs },
): Promise<IncidentRecord[]> {
  const {
    incidentID,
    state,
    monitorShortID,
    projects,
    tags = [],
    severities,
    openedFrom,
    openedTo,
    before = Number.MAX_SAFE_INTEGER,
    ended,
    limit,
  } = filter;
  if (projects?.length === 0) return [];
  const last = ended?.before ?? null;
  const rows = await incidents(db, teamID)
    .$if(ended === undefined, (query) => query.where('i.id', '<', before))
    .$if(last !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('i.closed_at', 'i.id'), '<', tuple(last?.closedAt ?? 0, last?.id ?? 0)),
      ),
    )
    .$if(incidentID !== undefined, (query) => query.where('i.incident_id', '=', incidentID ?? ''))
    .$if(state === 'open', (query) => query.where('i.closed_at', 'is', null))
    .$if(state === 'closed' || ended !== undefined, (query) => query.where('i.closed_at', 'is not', null))
    .$if(openedFrom !== undefined, (query) => query.where('i.opened_at', '>=', openedFrom ?? 0))
    .$if(openedTo !== undefined, (query) => query.where('i.opened_at', '<=', openedTo ?? 0))
    .$if(monitorShortID !== undefined, (query) => query.where('m.short_id', '=', monitorShortID ?? ''))
    .$if(projects !== undefined, (query) => query.where('p.short_id', 'in', [...(projects ?? [])]))
    .$if(tags.length > 0 || severities !== undefined, (query) =>
      query.where('i.monitor_id', 'in', monitorsWith(db, teamID, filter)),
    )
    .$if(ended !== undefined, (query) => query.orderBy('i.closed_at', 'desc'))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
  const runIDs = await findRunIDs(db, runPlaces(rows));
  return rows.map((row) => parseRecord(row, runIDOf(row, runIDs)));
}
