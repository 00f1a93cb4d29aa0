import type { Severity } from '@overdue/domain/alerting/alert.ts';
import type { IncidentTimers } from '@overdue/domain/alerting/alert-plan.ts';
import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { continuedTimers } from '@overdue/domain/alerting/timers.ts';
import {
  type Acknowledgement,
  acknowledge,
  acknowledgementsOf,
  unacknowledge,
} from '@overdue/domain/incidents/acknowledgement.ts';
import type { IncidentSummary } from '@overdue/domain/incidents/incident.ts';
import { beginSnooze, endSnooze } from '@overdue/domain/incidents/snooze.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { findSubjects } from '../alerts/queries/subjects.ts';
import { type FindRunIDs, runIDOf, runPlaces } from '../core/history/run-keys.ts';
import { parseIncident, parseSnoozes } from '../database/incident-rows.ts';
import {
  parseAlerted,
  parseSeverity,
  SHOWN_IN_ALERTS_COLUMNS,
} from '../database/monitor-settings-columns.ts';
import type { QueryContext } from '../database/query-context.ts';
import { listResources } from '../database/resources/queries.ts';
import type { RowLocks } from '../database/row-locks.ts';
import { readOr, requireOneOf } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import { ESCALATION_POLICIES } from '../escalations/queries.ts';
import type {
  IncidentChange,
  IncidentFilter,
  IncidentKey,
  IncidentNote,
  IncidentRecord,
  IncidentStore,
  SummarySelection,
} from './contract.ts';

/** Queries of incidents that are the same on both databases. Queries that also read runs are in each database's folder. */
export function incidentQueries({ db, feed, inTransaction, inTeamTransaction, locks }: QueryContext) {
  return {
    listNotes: (incidentID) => listNotes(db, incidentID),
    listIncidentSummaries: (teamID, selection) => listIncidentSummaries(db, teamID, selection),
    async changeIncident(incident, change) {
      const { id, teamID, monitorID } = incident;
      async function save(): Promise<boolean> {
        switch (change.kind) {
          case 'acknowledge':
          case 'unacknowledge':
            return inTeamTransaction(teamID, (transaction) =>
              changeAcknowledgement(transaction, incident, { change, locks }),
            );
          case 'add_note':
            return inTransaction((transaction) => addNote(transaction, { ...change, incidentID: id }));
          case 'snooze':
          case 'unsnooze':
            return inTeamTransaction(teamID, (transaction) =>
              changeSnooze(transaction, { id, change, locks }),
            );
        }
      }
      const isChanged = await save();
      if (isChanged) {
        feed.monitorChanged(teamID, monitorID);
        feed.changed(teamID, 'incidents');
      }
      return isChanged;
    },
  } satisfies Partial<IncidentStore>;
}

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

/**
 * Selects the IDs of the team's monitors with all of the tags and one of the severities. Compares the stored JSON as text,
 * because the databases have different functions for JSON.
 */
function monitorsWith(
  db: Kysely<Schema>,
  teamID: string,
  { tags = [], severities }: Pick<IncidentFilter, 'tags' | 'severities'>,
) {
  return db
    .selectFrom('monitors as f')
    .select('f.id')
    .where('f.team_id', '=', teamID)
    .where((eb) => eb.and(tags.map(hasTag)))
    .$if(severities !== undefined, (query) =>
      query.where((eb) => eb.or((severities ?? []).map(hasSeverity))),
    );
}

/** Whether the list contains a tag. Quotes within tags are escaped, so `","` occurs only between tags. */
function hasTag(tag: string): RawBuilder<boolean> {
  const first = `[${JSON.stringify(tag)}`;
  return sql<boolean>`(substr(f.tags, 1, length(${text(first)})) = ${first} OR ${contains('tags', `",${JSON.stringify(tag)}`)})`;
}

/** SQL condition: whether a monitor has a severity. A monitor without a stored severity has the default. */
function hasSeverity(severity: Severity): RawBuilder<boolean> {
  const isStored = contains('alerting', `"severity":"${severity}"`);
  return severity === MONITOR_ALERTING_DEFAULT.severity
    ? sql<boolean>`(${isStored} OR NOT ${contains('alerting', '"severity":')})`
    : isStored;
}

/** SQL condition: whether a column contains a text. Unlike LIKE, respects case in both databases and has no wildcards. */
function contains(column: 'tags' | 'alerting', part: string): RawBuilder<boolean> {
  const ref = sql.ref(`f.${column}`);
  return sql<boolean>`(replace(${ref}, ${text(part)}, '') <> ${ref})`;
}

/** Casts a parameter to text, because PostgreSQL can't infer its type in `length` and `replace`. */
function text(value: string): RawBuilder<string> {
  return sql<string>`CAST(${value} AS TEXT)`;
}

const NO_SNOOZES: IncidentSummary['snoozes'] = [];

/**
 * Lists the selected incidents. Each selection uses a single index, because long lists call this function often. Open incidents
 * of a team have a separate index. Other incidents are sorted by `incidents_opened` or found by `incidents_monitor`. With more
 * conditions, both databases would choose a worse index.
 */
async function listIncidentSummaries(
  db: Kysely<Schema>,
  teamID: string,
  { monitorIDs, openSince, limit }: SummarySelection,
): Promise<IncidentSummary[]> {
  if (monitorIDs?.length === 0) return [];
  const rows = await db
    .selectFrom('incidents')
    .select(['monitor_id', 'incident_id', 'reason', 'opened_at', 'closed_at'])
    .select(['acknowledged_at', 'acknowledged_by'])
    // Reads an empty list as null, because most incidents have no snooze and reading a text is slow.
    .select((select) => select.fn<string | null>('nullif', ['snoozes', sql.lit('[]')]).as('snoozes'))
    .$if(monitorIDs !== undefined, (query) => query.select('team_id'))
    .where((where) =>
      monitorIDs === undefined ? where('team_id', '=', teamID) : where('monitor_id', 'in', monitorIDs),
    )
    .where((where) =>
      openSince === undefined
        ? where('closed_at', 'is', null)
        : where.or([where('closed_at', 'is', null), where('closed_at', '>=', openSince)]),
    )
    .$if(openSince !== undefined, (query) => query.orderBy('opened_at', 'desc'))
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows
    .filter((row) => row.team_id === undefined || row.team_id === teamID)
    .map((row) => ({
      monitorID: row.monitor_id,
      incidentID: row.incident_id,
      reason: readOr(() => requireOneOf(FAILURE_REASONS, row.reason, 'incidents.reason'), 'failed'),
      openedAt: row.opened_at,
      closedAt: row.closed_at,
      acknowledgedAt: row.acknowledged_at,
      acknowledgedBy: row.acknowledged_by,
      snoozes:
        row.snoozes === null ? NO_SNOOZES : readOr(() => parseSnoozes(row.snoozes ?? '[]'), NO_SNOOZES),
    }));
}

type AcknowledgementChange = Extract<IncidentChange, { readonly kind: 'acknowledge' | 'unacknowledge' }>;

/**
 * Acknowledges an open incident and clears its timers, or withdraws the acknowledgement and sets the timers again. Requires the
 * team lock, so that an escalation step that is being planned is counted before the escalation timer is set again.
 */
async function changeAcknowledgement(
  db: Transaction<Schema>,
  incident: IncidentKey,
  { change, locks }: { readonly change: AcknowledgementChange; readonly locks: RowLocks },
): Promise<boolean> {
  const row = await db
    .selectFrom('incidents')
    .selectAll()
    .where('id', '=', incident.id)
    .where('closed_at', 'is', null)
    .modifyEnd(locks.forChange('incidents'))
    .executeTakeFirst();
  if (row === undefined) return false;
  const stored = parseIncident(row);
  const before = acknowledgementsOf(stored);
  const after =
    change.kind === 'unacknowledge'
      ? unacknowledge(before, change)
      : acknowledge(before, { ...acknowledgementIn(change), takeOver: change.takeOver ?? false });
  if (after === null) return false;
  const { current, past } = after;
  const open = { ...stored, acknowledgedAt: null, pastAcknowledgements: past };
  const timers =
    current === null
      ? await timersAfter(db, { ...open, escalationStep: row.escalation_step }, change.at)
      : { remindAt: null, escalateAt: null };
  await db
    .updateTable('incidents')
    .set({
      acknowledged_at: current?.at ?? null,
      acknowledged_by: current?.by ?? null,
      note: current?.note ?? null,
      past_acknowledgements: JSON.stringify(past),
      remind_at: timers.remindAt,
      escalate_at: timers.escalateAt,
    })
    .where('id', '=', incident.id)
    .execute();
  return true;
}

function acknowledgementIn({
  at,
  by,
  note,
}: Extract<AcknowledgementChange, { readonly kind: 'acknowledge' }>): Acknowledgement {
  return { at, by, note: note === '' ? null : note };
}

async function timersAfter(
  db: Transaction<Schema>,
  incident: Parameters<typeof continuedTimers>[1]['incident'],
  now: number,
): Promise<Pick<IncidentTimers, 'remindAt' | 'escalateAt'>> {
  const { id, monitorID, teamID } = incident;
  const subject = (await findSubjects(db, [monitorID])).get(monitorID);
  if (subject === undefined) return { remindAt: null, escalateAt: null };
  const rows = await db
    .selectFrom('outbox')
    .select('kind')
    .where('incident_id', '=', id)
    .where('planned_at', 'is', null)
    .execute();
  const escalations = await listResources(ESCALATION_POLICIES, db, teamID);
  return continuedTimers({ now, escalations }, { incident, subject, waiting: rows.map(({ kind }) => kind) });
}

type SnoozeChange = Extract<IncidentChange, { readonly kind: 'snooze' | 'unsnooze' }>;

/**
 * Changes the times of an open incident's next reminder and escalation. Requires the team lock, so that planning can't change
 * these times concurrently.
 */
async function changeSnooze(
  db: Transaction<Schema>,
  { id, change, locks }: { readonly id: number; readonly change: SnoozeChange; readonly locks: RowLocks },
): Promise<boolean> {
  const row = await db
    .selectFrom('incidents')
    .select(['snoozes', 'remind_at', 'escalate_at'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .modifyEnd(locks.forChange('incidents'))
    .executeTakeFirst();
  if (row === undefined) return false;
  const before = {
    snoozes: parseSnoozes(row.snoozes),
    remindAt: row.remind_at,
    escalateAt: row.escalate_at,
  };
  const after = change.kind === 'snooze' ? beginSnooze(before, change) : endSnooze(before, change);
  if (after === null) return false;
  await db
    .updateTable('incidents')
    .set({
      snoozes: JSON.stringify(after.snoozes),
      remind_at: after.remindAt,
      escalate_at: after.escalateAt,
    })
    .where('id', '=', id)
    .execute();
  await releaseHeld(db, id, change.at);
  return true;
}

/** Makes held alerts due for planning now, because the end of the snooze that holds them has changed. */
async function releaseHeld(db: Transaction<Schema>, id: number, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ plan_at: now })
    .where('incident_id', '=', id)
    .where('planned_at', 'is', null)
    .where('plan_at', '>', now)
    .where('held_by', '=', 'snooze')
    .execute();
}

async function listNotes(db: Kysely<Schema>, incidentID: number): Promise<readonly IncidentNote[]> {
  const rows = await db
    .selectFrom('incident_notes')
    .select(['note_id', 'at', 'author', 'text'])
    .where('incident_id', '=', incidentID)
    .orderBy('id')
    .execute();
  return rows.map(({ note_id, ...row }) => ({ noteID: note_id, ...row }));
}

/** Returns false if the incident already has `max` notes. Concurrent calls may exceed this limit by one, which is harmless. */
async function addNote(
  db: Transaction<Schema>,
  {
    incidentID,
    note: { noteID, at, author, text },
    max,
  }: { readonly incidentID: number; readonly note: IncidentNote; readonly max: number },
): Promise<boolean> {
  const { count } = await db
    .selectFrom('incident_notes')
    .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('count'))
    .where('incident_id', '=', incidentID)
    .executeTakeFirstOrThrow();
  if (count >= max) return false;
  await db
    .insertInto('incident_notes')
    .values({ note_id: noteID, incident_id: incidentID, at, author, text })
    .execute();
  return true;
}
