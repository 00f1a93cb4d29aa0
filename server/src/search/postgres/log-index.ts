import { type Kysely, sql, type Transaction } from 'kysely';
import { PARTITION_MS } from '../../core/postgres/partitions/partitions.ts';
import type { RunInTransaction } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';
import type { FoundLog, LogIndexStore, LogSearch, LogsFound } from '../contract.ts';
import { type FoundLogRow, INDEXED_BYTES_MAX, parseFoundLog, wordsOfLog, wordsOfSearch } from '../queries.ts';

const MONITORS_PER_STEP = 200;

type Step = Parameters<LogIndexStore['indexLogs']>[0];

interface DueMonitor {
  readonly id: number;
  readonly team: string;
  readonly count: number;
  readonly until: number;
}

interface LoggedRow {
  readonly monitor: number;
  readonly number: number;
  readonly at: number;
  readonly log: Uint8Array;
}

/**
 * Indexes each monitor's events in the order of their numbers, which have no gaps. Nodes commit events of different monitors in
 * any order, so the database has no common order.
 */
export async function indexLogs(
  { kysely, within: inTransaction }: { readonly kysely: Kysely<Schema>; readonly within: RunInTransaction },
  { events }: Step,
): Promise<boolean> {
  const due = await listDue(kysely);
  if (due.length === 0) return true;
  const rows = await readLogs(kysely, due, events);
  const teams = new Map(due.map(({ id, team }) => [id, team]));
  await inTransaction(async (db) => {
    await saveWords(db, rows, teams);
    await savePositions(db, indexedPositions(due, rows, rows.length === events));
  });
  return due.length < MONITORS_PER_STEP && rows.length < events;
}

async function listDue(db: Kysely<Schema>): Promise<readonly DueMonitor[]> {
  const { rows } = await sql<DueMonitor>`
    SELECT s.monitor_id AS id, m.team_id AS team, s.event_count AS count, COALESCE(p.indexed_until, 0) AS until
    FROM monitor_states s JOIN monitors m ON m.id = s.monitor_id LEFT JOIN log_positions p ON p.monitor_id = s.monitor_id
    WHERE s.event_count > COALESCE(p.indexed_until, 0) LIMIT ${MONITORS_PER_STEP}`.execute(db);
  return rows.toSorted((a, b) => a.id - b.id);
}

async function readLogs(
  db: Kysely<Schema>,
  due: readonly DueMonitor[],
  limit: number,
): Promise<readonly LoggedRow[]> {
  const { rows } = await sql<LoggedRow>`
    SELECT b.monitor_id AS monitor, b.number, b.at,
      substr(b.body, GREATEST(1, length(b.body) - ${INDEXED_BYTES_MAX - 1}::int)) AS log
    FROM unnest(${due.map(({ id }) => id)}::bigint[], ${due.map(({ until }) => until)}::bigint[],
      ${due.map(({ count }) => count)}::bigint[]) AS d (id, until, count)
    CROSS JOIN LATERAL (SELECT * FROM event_bodies WHERE monitor_id = d.id AND number > d.until AND number <= d.count
      ORDER BY number LIMIT ${limit}) AS b
    ORDER BY b.monitor_id, b.number LIMIT ${limit}`.execute(db);
  return rows;
}

async function saveWords(
  db: Transaction<Schema>,
  rows: readonly LoggedRow[],
  teams: ReadonlyMap<number, string>,
): Promise<void> {
  if (rows.length === 0) return;
  const words = rows.map(({ log, monitor }) =>
    wordsOfLog(log, { teamID: teams.get(monitor) ?? '', monitorID: monitor }).join(' '),
  );
  await sql`INSERT INTO log_words (monitor_id, number, at, words)
    SELECT w.monitor, w.number, w.at, w.words::tsvector
    FROM unnest(${rows.map(({ monitor }) => monitor)}::bigint[], ${rows.map(({ number }) => number)}::bigint[],
      ${rows.map(({ at }) => at)}::bigint[], ${words}::text[]) AS w (monitor, number, at, words)
    ON CONFLICT DO NOTHING`.execute(db);
}

/**
 * Returns the number up to which each monitor is indexed. If the step was full, the monitor of its last row may have more logs to
 * index.
 */
function indexedPositions(
  due: readonly DueMonitor[],
  rows: readonly LoggedRow[],
  isFull: boolean,
): ReadonlyMap<number, number> {
  const last = isFull ? rows.at(-1) : undefined;
  if (last === undefined) return new Map(due.map(({ id, count }) => [id, count]));
  const done = due.filter(({ id }) => id < last.monitor).map(({ id, count }) => [id, count] as const);
  return new Map([...done, [last.monitor, last.number]]);
}

async function savePositions(db: Transaction<Schema>, positions: ReadonlyMap<number, number>): Promise<void> {
  await sql`INSERT INTO log_positions (monitor_id, indexed_until)
    SELECT * FROM unnest(${[...positions.keys()]}::bigint[], ${[...positions.values()]}::bigint[])
    ON CONFLICT (monitor_id) DO UPDATE SET indexed_until = GREATEST(log_positions.indexed_until, excluded.indexed_until)`.execute(
    db,
  );
}

/** Maximum number of logs that a step finds. */
const LOGS_PER_STEP = 50;
/** Number of newest logs that a step scans without the index of words. */
const NEWEST_LOGS = 2000;

interface LogPosition {
  readonly at: number;
  readonly monitor: number;
  readonly number: number;
}

interface LogRow extends LogPosition, FoundLogRow {
  readonly number: number;
  readonly at: number;
}

/** Searches one partition per step, from the newest log back. */
export async function searchLogs(db: Kysely<Schema>, search: LogSearch): Promise<LogsFound> {
  const top = await findTop(db, search);
  if (top === null) return { logs: [], next: null };
  const low = Math.max(Math.floor(top.at / PARTITION_MS) * PARTITION_MS, search.from ?? 0);
  const places = await matchWords(db, search, { top, low });
  const logs = await readFoundLogs(db, search, places);
  const last = places.at(-1);
  if (places.length === LOGS_PER_STEP && last !== undefined) return { logs, next: writeCursor(last) };
  return { logs, next: low <= (search.from ?? 0) ? null : writeCursor({ at: low, monitor: 0, number: 0 }) };
}

/** Returns the place at which to start the search. Skips times without logs. Returns null if no log is left to search. */
async function findTop(db: Kysely<Schema>, { after, from = 0, to }: LogSearch): Promise<LogPosition | null> {
  const end = { at: to ?? Number.MAX_SAFE_INTEGER, monitor: 0, number: 0 };
  const start = after === undefined ? end : readCursor(after);
  const top = isBefore(start, end) ? start : end;
  const { rows } = await sql<{ at: number | null }>`SELECT at FROM log_words
    WHERE (at, monitor_id, number) < (${top.at}, ${top.monitor}, ${top.number}) AND at <= ${top.at} AND at >= ${from}
    ORDER BY at DESC, monitor_id DESC, number DESC LIMIT 1`.execute(db);
  const at = rows[0]?.at ?? null;
  if (at === null) return null;
  return at === top.at ? top : { at: at + 1, monitor: 0, number: 0 };
}

/** Range of logs to search: from `top` back to the time `low`. */
interface Stretch {
  readonly top: LogPosition;
  readonly low: number;
}

/**
 * Finds the newest logs with the words. Frequent words occur in the newest logs, so these logs are read first, without the index
 * of words. If PostgreSQL could choose, it would skip the index for rare words and prefixes too, because it overestimates how
 * many logs contain them.
 */
async function matchWords(
  db: Kysely<Schema>,
  search: LogSearch,
  stretch: Stretch,
): Promise<readonly LogPosition[]> {
  const recent = await matchNewest(db, search, stretch);
  return recent.length === LOGS_PER_STEP ? recent : matchByIndex(db, search, stretch);
}

async function matchNewest(
  db: Kysely<Schema>,
  search: LogSearch,
  stretch: Stretch,
): Promise<readonly LogPosition[]> {
  const { rows } = await sql<LogPosition>`
    SELECT at, monitor_id AS monitor, number FROM (
      SELECT at, monitor_id, number, words FROM log_words WHERE ${isWithin(stretch)}
      ORDER BY at DESC, monitor_id DESC, number DESC LIMIT ${NEWEST_LOGS}) AS newest
    WHERE words @@ ${queryOf(search)}::tsquery
    ORDER BY at DESC, monitor_id DESC, number DESC LIMIT ${LOGS_PER_STEP}`.execute(db);
  return rows;
}

/** Reads the index of words. Sorting by an expression keeps PostgreSQL from using the index of times instead. */
async function matchByIndex(
  db: Kysely<Schema>,
  search: LogSearch,
  stretch: Stretch,
): Promise<readonly LogPosition[]> {
  const { rows } = await sql<LogPosition>`
    SELECT at, monitor_id AS monitor, number FROM log_words
    WHERE words @@ ${queryOf(search)}::tsquery AND ${isWithin(stretch)}
    ORDER BY at + 0 DESC, monitor_id DESC, number DESC LIMIT ${LOGS_PER_STEP}`.execute(db);
  return rows;
}

function isWithin({ top, low }: Stretch) {
  return sql`at >= ${low} AND at <= ${top.at}
    AND (at, monitor_id, number) < (${top.at}, ${top.monitor}, ${top.number})`;
}

async function readFoundLogs(
  db: Kysely<Schema>,
  { teamID, monitorID, projects }: LogSearch,
  places: readonly LogPosition[],
): Promise<readonly FoundLog[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<LogRow>`
    SELECT e.at, e.monitor_id AS monitor, e.number, e.type, e.run_id, e.body_size, m.short_id, m.name,
      p.short_id AS project, substr(b.body, GREATEST(1, length(b.body) - ${INDEXED_BYTES_MAX - 1}::int)) AS log
    FROM unnest(${places.map(({ at }) => at)}::bigint[], ${places.map(({ monitor }) => monitor)}::bigint[],
      ${places.map(({ number }) => number)}::bigint[]) AS w (at, monitor, number)
    JOIN events e ON e.monitor_id = w.monitor AND e.number = w.number AND e.at = w.at
    JOIN event_bodies b ON b.monitor_id = w.monitor AND b.number = w.number AND b.at = w.at
    JOIN monitors m ON m.id = w.monitor JOIN projects p ON p.id = m.project_id
    WHERE m.team_id = ${teamID} ORDER BY w.at DESC, w.monitor DESC, w.number DESC`.execute(db);
  return rows
    .filter(
      ({ monitor, project }) =>
        (monitorID === undefined || monitor === monitorID) &&
        (projects === undefined || projects.includes(project)),
    )
    .map((row) => parseFoundLog(row, writeCursor(row)));
}

/** Quotes each word as a precaution, although words contain no special characters of the query syntax. */
function queryOf(search: LogSearch): string {
  return wordsOfSearch(search)
    .map(({ text, isPrefix }) => `'${text}'${isPrefix ? ':*' : ''}`)
    .join(' & ');
}

function writeCursor({ at, monitor, number }: LogPosition): string {
  return [at, monitor, number].join('-');
}

function readCursor(cursor: string): LogPosition {
  const [at = 0, monitor = 0, number = 0] = cursor.split('-').map(Number);
  return { at, monitor, number };
}

function isBefore(a: LogPosition, b: LogPosition): boolean {
  return (
    a.at < b.at ||
    (a.at === b.at && (a.monitor < b.monitor || (a.monitor === b.monitor && a.number < b.number)))
  );
}
