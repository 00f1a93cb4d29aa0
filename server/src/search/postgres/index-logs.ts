import { type Kysely, sql, type Transaction } from 'kysely';
import type { RunInTransaction } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';
import type { LogIndexStore } from '../contract.ts';
import { INDEXED_BYTES_MAX, wordsOfLog } from '../queries/index-words.ts';

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
