import { type MonitorState, newMonitorState, type Status, statusAt } from '@overdue/domain/monitor/state.ts';
import { mergePingNotices, type PingNotice } from '@overdue/domain/ping/ping-notice.ts';
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { findEventBody, findNewestBody } from '../core/history/events.ts';
import { parseMonitor } from '../core/monitor-rows.ts';
import { parsePingNotices, pingNoticesJSON } from '../core/ping-notice-rows.ts';
import type { PingNoticeChange, PingNoticeStore, WarnedMonitor } from '../core/ping-notices.ts';
import { cellsOf, columnNames } from '../database/column.ts';
import { detailsRow, rulesRow } from '../database/monitor-settings-columns.ts';
import { findSpanEnd } from '../database/monitor-span.ts';
import { STATE_COLUMNS, storedState } from '../database/monitor-state-columns.ts';
import type { DeletedMonitor, QueryContext } from '../database/query-context.ts';
import type { CreateResult, MonitorRecord, NewMonitor } from '../database/records.ts';
import type { RowLocks } from '../database/row-locks.ts';
import { parseTexts, readOr } from '../database/rows.ts';
import type { Schema } from '../database/schema.ts';
import { startForwarding } from '../forwarding/queries.ts';
import type {
  GaugeStore,
  ListedMonitor,
  MonitorFilter,
  MonitorGauges,
  MonitorSelection,
  MonitorStore,
} from './contract.ts';

/** Minimum number of rows per read if an unindexed filter may drop most of them. */
const FILTERED_ROWS_MIN = 100;

async function countMonitors(db: Kysely<Schema>, teamID: string): Promise<number> {
  const { monitors } = await db
    .selectFrom('monitors')
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('monitors'))
    .where('team_id', '=', teamID)
    .executeTakeFirstOrThrow();
  return monitors;
}

async function findPingIDsInAnyCase(db: Kysely<Schema>, text: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('monitors')
    .select('normalized_ping_id')
    .where(sql`lower(normalized_ping_id)`, '=', text.toLowerCase())
    .limit(2)
    .execute();
  return rows.map(({ normalized_ping_id }) => normalized_ping_id);
}

/** Requires the team lock, so that concurrent inserts respect the allowance. */
async function createMonitor(
  db: Transaction<Schema>,
  created: NewMonitor,
  { allowance, locks }: { readonly allowance: number; readonly locks: RowLocks },
): Promise<CreateResult> {
  const { details, monitor } = created;
  if (created.slugMustBeUnused === true && (await hasSlug(db, details))) return { outcome: 'slug_taken' };
  if ((await countMonitors(db, created.teamID)) >= allowance) return { outcome: 'allowance_used_up' };
  const project = await db
    .selectFrom('projects')
    .select('short_id')
    .where('id', '=', details.projectID)
    .modifyEnd(locks.againstDeletion('projects'))
    .executeTakeFirst();
  if (project === undefined) return { outcome: 'project_gone' };
  const inserted = await db
    .insertInto('monitors')
    .values({
      team_id: created.teamID,
      short_id: created.shortID,
      ping_id: created.pingID,
      normalized_ping_id: created.normalizedPingID,
      created_at: created.createdAt,
      ...detailsRow(details),
      ...rulesRow(monitor.rules),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return { outcome: await findTakenID(db, created.normalizedPingID) };
  const columns = sql.join(columnNames(STATE_COLUMNS).map((column) => sql.ref(column)));
  const values = sql.join(cellsOf(STATE_COLUMNS, storedState(monitor)));
  await sql`INSERT INTO monitor_states (monitor_id, ${columns}) VALUES (${inserted.id}, ${values})`.execute(
    db,
  );
  await startForwarding(db, inserted.id, details.forwardTo);
  const { teamID, shortID, pingID, createdAt } = created;
  return {
    outcome: 'created',
    monitor: {
      ...monitor,
      id: inserted.id,
      teamID,
      shortID,
      projectShortID: project.short_id,
      pingID,
      createdAt,
      details,
      pingNotices: [],
      revision: 1,
    },
  };
}

async function hasSlug(
  db: Transaction<Schema>,
  { projectID, slug }: NewMonitor['details'],
): Promise<boolean> {
  const holder = await db
    .selectFrom('monitors')
    .select('id')
    .where('project_id', '=', projectID)
    .where('slug', '=', slug)
    .limit(1)
    .executeTakeFirst();
  return holder !== undefined;
}

async function findTakenID(
  db: Transaction<Schema>,
  normalizedPingID: string,
): Promise<'ping_id_taken' | 'short_id_taken'> {
  const holder = await db
    .selectFrom('monitors')
    .select('id')
    .where('normalized_ping_id', '=', normalizedPingID)
    .executeTakeFirst();
  return holder === undefined ? 'short_id_taken' : 'ping_id_taken';
}

function monitors(db: Kysely<Schema>, teamID: string) {
  return db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .selectAll(['s', 'm'])
    .where('m.team_id', '=', teamID);
}

async function findMonitors(
  db: Kysely<Schema>,
  teamID: string,
  selection: MonitorSelection,
): Promise<MonitorRecord[]> {
  const isSelected = selectionFilter(selection);
  if (isSelected === null) return [];
  const rows = await monitors(db, teamID)
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('p.short_id as project_short_id')
    .where(isSelected)
    .execute();
  return rows.map((row) => parseMonitor(row, row.project_short_id));
}

const column = expressionBuilder<{ m: Schema['monitors'] }, 'm'>();

/** Returns the SQL condition for a selection; null if the selection is empty, because `IN ()` isn't valid SQL. */
function selectionFilter(selection: MonitorSelection): Expression<SqlBool> | null {
  if ('ids' in selection) return selection.ids.length === 0 ? null : column('m.id', 'in', selection.ids);
  if ('shortIDs' in selection)
    return selection.shortIDs.length === 0 ? null : column('m.short_id', 'in', selection.shortIDs);
  const { projectID, slugs } = selection;
  if (slugs.length === 0) return null;
  return column.and([column('m.project_id', '=', projectID), column('m.slug', 'in', slugs)]);
}

export interface MonitorRange {
  readonly projectID: number | null;
  readonly afterID: number;
  readonly limit: number;
}

export type ShortIDOf = (projectID: number) => string;

interface ListRows {
  projects(teamID: string): Promise<readonly { readonly id: number; readonly short_id: string }[]>;
  /** Oldest first. */
  monitors(teamID: string, range: MonitorRange, shortIDOf: ShortIDOf): Promise<readonly ListedMonitor[]>;
}

/** Parses the row at most once, on the first access. */
export function listedMonitor(id: number, version: string | null, read: () => MonitorRecord): ListedMonitor {
  let record: MonitorRecord | null = null;
  return {
    id,
    version,
    read() {
      record ??= read();
      return record;
    },
  };
}

function portableListRows(db: Kysely<Schema>): ListRows {
  return {
    projects: (teamID) =>
      db.selectFrom('projects').select(['id', 'short_id']).where('team_id', '=', teamID).execute(),
    async monitors(teamID, { projectID, afterID, limit }, shortIDOf) {
      const ofTeam = monitors(db, teamID).where('m.id', '>', afterID).orderBy('m.id').limit(limit);
      const rows = projectID === null ? ofTeam : ofTeam.where('m.project_id', '=', projectID);
      return (await rows.execute()).map((row) =>
        listedMonitor(row.id, null, () => parseMonitor(row, shortIDOf(row.project_id))),
      );
    },
  };
}

export async function listMonitors(
  rows: ListRows,
  teamID: string,
  filter: MonitorFilter,
): Promise<readonly ListedMonitor[]> {
  const { idOf, shortIDOf } = await readProjects(rows, teamID);
  const projectID = filter.projectShortID === undefined ? null : idOf(filter.projectShortID);
  if (projectID === undefined) return [];
  const limit = filter.limit ?? Number.MAX_SAFE_INTEGER;
  const needsParsing = filter.q !== undefined || filter.tag !== undefined || filter.projects !== undefined;
  const listed: ListedMonitor[] = [];
  for (let afterID: number | undefined = filter.afterID ?? 0; afterID !== undefined; ) {
    const size = Math.max(limit - listed.length, needsParsing ? FILTERED_ROWS_MIN : 0);
    const range = { projectID, afterID, limit: size };
    const chunk: readonly ListedMonitor[] = await rows.monitors(teamID, range, shortIDOf);
    for (const monitor of chunk) {
      if (needsParsing && !matches(monitor.read(), filter)) continue;
      listed.push(monitor);
      if (listed.length >= limit) return listed;
    }
    afterID = chunk.length < size ? undefined : chunk.at(-1)?.id;
  }
  return listed;
}

/** Compares texts in code, because the databases disagree on case folding. */
function matches({ details, projectShortID }: MonitorRecord, { q, tag, projects }: MonitorFilter): boolean {
  if (projects?.includes(projectShortID) === false) return false;
  if (q !== undefined && !details.name.toLowerCase().includes(q.toLowerCase())) return false;
  return tag === undefined || details.tags.includes(tag);
}

/** Reads a team's few projects once, which is cheaper than a join for its many monitors. */
export async function readProjects(rows: Pick<ListRows, 'projects'>, teamID: string) {
  const projects = await rows.projects(teamID);
  const shortIDs = new Map(projects.map((row) => [row.id, row.short_id]));
  return {
    idOf: (shortID: string): number | undefined => projects.find((row) => row.short_id === shortID)?.id,
    shortIDOf(id: number): string {
      const shortID = shortIDs.get(id);
      if (shortID === undefined)
        throw new Error(`A monitor of the team ${teamID} is in the project ${id} of another team.`);
      return shortID;
    },
  };
}

export function monitorQueries(
  context: QueryContext,
): Pick<
  MonitorStore,
  | 'createMonitor'
  | 'deleteMonitors'
  | 'findPingIDsInAnyCase'
  | 'listMonitors'
  | 'findMonitors'
  | 'findEventBody'
  | 'findNewestBody'
> &
  GaugeStore &
  PingNoticeStore {
  const { db, feed, inTransaction, inMonitorTransaction, inTeamTransaction, insertWithReferences, locks } =
    context;
  return {
    async createMonitor(monitor, allowance, references) {
      const created = await inTeamTransaction(monitor.teamID, (transaction) =>
        insertWithReferences(transaction, references, () =>
          createMonitor(transaction, monitor, { allowance, locks }),
        ),
      );
      if (created.outcome === 'created') feed.monitorChanged(monitor.teamID, created.monitor.id);
      return created;
    },
    async deleteMonitors(ids, at, check) {
      const deleted = await inMonitorTransaction(async (_transaction, monitors) => {
        const done: (DeletedMonitor & { readonly id: number })[] = [];
        // Locks in ID order, like edits and batches of pings, to prevent deadlocks.
        for (const id of ids.toSorted((a, b) => a - b)) {
          const monitor = await monitors.delete(id, at, check);
          if (monitor !== null) done.push({ id, ...monitor });
        }
        return done;
      });
      for (const { teamID, shortID } of deleted) feed.monitorDeleted(teamID, shortID);
      return deleted.map(({ id }) => id);
    },
    findPingIDsInAnyCase: (text) => findPingIDsInAnyCase(db, text),
    listMonitors: (teamID, filter) => listMonitors(portableListRows(db), teamID, filter),
    findMonitors: (teamID, which) => findMonitors(db, teamID, which),
    findEventBody: (monitorID, number) => findEventBody(db, monitorID, number),
    findNewestBody: (monitorID, numbers) => findNewestBody(db, monitorID, numbers),
    listMonitorGauges: (afterID, limit) => listMonitorGauges(db, afterID, limit),
    async changePingNotices(change) {
      const warned = await inTransaction((transaction) => changePingNotices(transaction, change, locks));
      for (const { teamID, monitorID } of warned) feed.monitorChanged(teamID, monitorID);
      return warned;
    },
  };
}

/** Reads the metrics of monitors in the order of their IDs, without their rules and alert settings. */
async function listMonitorGauges(
  db: Kysely<Schema>,
  afterID: number,
  limit: number,
): Promise<readonly MonitorGauges[]> {
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['m.id', 'm.short_id', 'm.name', 'm.tags', 'p.name as project', 't.slug as team'])
    .select(['s.paused', 's.incident_reason', 's.last_ping_at', 's.failure_streak'])
    .where('m.id', '>', afterID)
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    shortID: row.short_id,
    name: row.name,
    project: row.project,
    team: row.team,
    tags: parseTexts(row.tags, 'monitors.tags'),
    isDown: row.paused === 0 && row.incident_reason !== null,
    lastPingAt: row.last_ping_at,
    failureStreak: row.failure_streak,
  }));
}

interface Facts {
  readonly paused: number;
  readonly reported: number;
  readonly incident: number;
  readonly failing: number;
  readonly overdue: number;
  readonly monitors: number;
}

/** Groups monitors by the facts that determine a status. The domain derives each status, so that precedence is defined once. */
export async function countStatuses(
  db: Kysely<Schema>,
  { now, afterID, span }: { readonly now: number; readonly afterID: number; readonly span: number },
): Promise<{ readonly counts: Partial<Record<Status, number>>; readonly next: number | null }> {
  const next = await findSpanEnd(db, afterID, span);
  const { rows } = await sql<Facts>`
    SELECT paused, reported, incident, failing, overdue, CAST(COUNT(*) AS INTEGER) AS monitors
    FROM (
      SELECT paused, reported,
        CASE WHEN incident_reason IS NULL THEN 0 ELSE 1 END AS incident,
        CASE WHEN failure_streak > 0 THEN 1 ELSE 0 END AS failing,
        CASE WHEN next_expected_at < ${now} AND NOT EXISTS (
          SELECT 1 FROM monitors m WHERE m.id = monitor_id AND m.kind <> 'cron'
        ) THEN 1 ELSE 0 END AS overdue
      FROM monitor_states
      WHERE monitor_id > ${afterID} AND monitor_id <= ${next ?? Number.MAX_SAFE_INTEGER}
    ) AS facts
    GROUP BY paused, reported, incident, failing, overdue`.execute(db);
  const counts: Partial<Record<Status, number>> = {};
  for (const facts of rows) {
    const status = statusAt({ rules: { kind: 'cron' }, state: exampleOf(facts, now) }, now);
    counts[status] = (counts[status] ?? 0) + facts.monitors;
  }
  return { counts, next };
}

function exampleOf(facts: Facts, now: number): MonitorState {
  return {
    ...newMonitorState({ kind: 'cron', createdAt: 0, paused: facts.paused === 1 }),
    hasReported: facts.reported === 1,
    failureStreak: facts.failing,
    incident: facts.incident === 1 ? { reason: 'failed', at: 0, expectedAt: null } : null,
    nextExpectedAt: facts.overdue === 1 ? now - 1 : null,
  };
}

async function addPingNotices(
  db: Transaction<Schema>,
  notices: ReadonlyMap<string, readonly PingNotice[]>,
  locks: RowLocks,
): Promise<readonly WarnedMonitor[]> {
  if (notices.size === 0) return [];
  const rows = await db
    .selectFrom('monitors as m')
    .innerJoin('monitor_states as s', 's.monitor_id', 'm.id')
    .select(['m.id', 'm.team_id', 'm.normalized_ping_id', 's.ping_notices'])
    .where('m.normalized_ping_id', 'in', [...notices.keys()])
    .orderBy('m.id')
    .modifyEnd(locks.forChange('s'))
    .execute();
  for (const row of rows) {
    const merged = mergePingNotices(
      readOr(() => parsePingNotices(row.ping_notices), []),
      notices.get(row.normalized_ping_id) ?? [],
    );
    await db
      .updateTable('monitor_states')
      .set({ ping_notices: pingNoticesJSON(merged) })
      .where('monitor_id', '=', row.id)
      .execute();
  }
  return rows.map((row) => ({ teamID: row.team_id, monitorID: row.id }));
}

async function dismissPingNotices(db: Transaction<Schema>, monitorID: number): Promise<void> {
  await db
    .updateTable('monitor_states')
    .set({ ping_notices: null })
    .where('monitor_id', '=', monitorID)
    .execute();
}

async function changePingNotices(
  db: Transaction<Schema>,
  change: PingNoticeChange,
  locks: RowLocks,
): Promise<readonly WarnedMonitor[]> {
  if (change.kind === 'add') return addPingNotices(db, change.notices, locks);
  await dismissPingNotices(db, change.monitor.monitorID);
  return [change.monitor];
}
