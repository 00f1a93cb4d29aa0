import type { Kysely } from 'kysely';
import type { QueryContext } from '../query-context.ts';
import { parseTexts, readOr } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { IncidentTextPage, IncidentTexts, MonitorTexts, SearchStore, TextPage } from './contract.ts';

/** Maximum notes of an incident to search. */
const NOTES_MAX = 500;

async function listMonitorTexts(
  db: Kysely<Schema>,
  teamID: string,
  { afterID, limit, projects }: TextPage & { readonly afterID: number },
): Promise<MonitorTexts[]> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.id', 'm.short_id', 'm.name', 'm.tags', 'm.description'])
    .select('p.short_id as project_short_id')
    .where('m.team_id', '=', teamID)
    .where('m.id', '>', afterID)
    .$if(projects !== undefined, (query) => query.where('p.short_id', 'in', [...(projects ?? [])]))
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    shortID: row.short_id,
    name: row.name,
    projectShortID: row.project_short_id,
    tags: readOr(() => parseTexts(row.tags, 'monitors.tags'), []),
    description: row.description,
  }));
}

async function listIncidentTexts(
  db: Kysely<Schema>,
  teamID: string,
  page: IncidentTextPage,
): Promise<IncidentTexts[]> {
  const { before = Number.MAX_SAFE_INTEGER, limit, projects, monitorShortID, from, to } = page;
  const rows = await db
    .selectFrom('incidents as i')
    .innerJoin('monitors as m', 'm.id', 'i.monitor_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select([
      'i.id',
      'i.incident_id',
      'i.reason',
      'i.opened_at',
      'i.closed_at',
      'i.acknowledged_by',
      'i.note',
    ])
    .select(['m.short_id', 'm.name', 'p.short_id as project_short_id'])
    .where('i.team_id', '=', teamID)
    .where('i.id', '<', before)
    .$if(monitorShortID !== undefined, (query) => query.where('m.short_id', '=', monitorShortID ?? ''))
    .$if(projects !== undefined, (query) => query.where('p.short_id', 'in', [...(projects ?? [])]))
    .$if(from !== undefined, (query) => query.where('i.opened_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('i.opened_at', '<', to ?? 0))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
  const notes = await listNotesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    incidentID: row.incident_id,
    monitor: { shortID: row.short_id, name: row.name, projectShortID: row.project_short_id },
    reason: row.reason,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    acknowledgedBy: row.acknowledged_by,
    notes: [...(row.note === null ? [] : [row.note]), ...(notes.get(row.id) ?? [])],
  }));
}

async function listNotesOf(
  db: Kysely<Schema>,
  incidentIDs: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (incidentIDs.length === 0) return new Map();
  const rows = await db
    .selectFrom('incident_notes')
    .select(['incident_id', 'text'])
    .where('incident_id', 'in', [...incidentIDs])
    .orderBy('id')
    .execute();
  const notes = new Map<number, string[]>();
  for (const { incident_id: id, text } of rows) {
    const own = notes.get(id);
    if (own === undefined) notes.set(id, [text]);
    else if (own.length < NOTES_MAX) own.push(text);
  }
  return notes;
}

export function searchQueries({ db }: QueryContext) {
  return {
    listMonitorTexts: (teamID, page) => listMonitorTexts(db, teamID, page),
    listIncidentTexts: (teamID, page) => listIncidentTexts(db, teamID, page),
  } satisfies Partial<SearchStore>;
}
