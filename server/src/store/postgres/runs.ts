import type { Incident } from '@overdue/domain/incidents/incident.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import { FAILURE_REASONS } from '@overdue/domain/monitor/state.ts';
import { type Kysely, sql } from 'kysely';
import type { RunSlice, RunSpan } from '../../core/history/contract.ts';
import {
  type CountRuns,
  type FindRunIDs,
  type FindRuns,
  type RunIDRow,
  runIDsOf,
} from '../../core/history/run-keys.ts';
import { PARTITION_MS } from '../../core/postgres/partitions/partitions.ts';
import { BEGAN_AT, parseRun, RUN_COLUMNS, type RunRow } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

/** SQL for `endOfRun` of domain/src/monitor/run.ts. */
const endOfRun = sql<number>`COALESCE(r.ended_at, CASE r.state WHEN 'running' THEN ${sql.lit(Number.MAX_SAFE_INTEGER)}
  WHEN 'timed_out' THEN r.limit_at END, ${BEGAN_AT})`;

/** Reads the newest runs of all monitors in one statement, up to `limit` runs per monitor along the primary key. */
export async function listNewestRuns(
  db: Kysely<Schema>,
  monitorIDs: readonly number[],
  limit: number,
): Promise<ReadonlyMap<number, readonly Run[]>> {
  const columns = sql.join(['monitor_id', 'seq', ...RUN_COLUMNS].map((column) => sql.ref(`r.${column}`)));
  const { rows } = await sql<RunRow & { readonly monitor_id: number }>`
    SELECT ${columns} FROM unnest(${[...monitorIDs]}::bigint[]) AS u (monitor_id)
    CROSS JOIN LATERAL (SELECT * FROM runs WHERE monitor_id = u.monitor_id ORDER BY seq DESC LIMIT ${limit}) AS r
    ORDER BY r.monitor_id, r.seq DESC`.execute(db);
  const runsByMonitor = new Map<number, Run[]>();
  for (const row of rows) {
    const runs = runsByMonitor.get(row.monitor_id);
    if (runs === undefined) runsByMonitor.set(row.monitor_id, [parseRun(row)]);
    else runs.push(parseRun(row));
  }
  return runsByMonitor;
}

/** Lists a monitor's runs within a period. Skips partitions that end before the period. */
export async function listRunsWithin(
  db: Kysely<Schema>,
  monitorID: number,
  { from, to, slackMs, before = Number.MAX_SAFE_INTEGER, limit }: RunSpan,
): Promise<RunSlice> {
  const rows = await db
    .selectFrom('runs as r')
    .select(['seq', ...RUN_COLUMNS])
    .where('monitor_id', '=', monitorID)
    .where('seq', '<', before)
    .where(sql<boolean>`made_at >= ${from - slackMs}`)
    .where(BEGAN_AT, '<', to)
    .where(endOfRun, '>=', from)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return { runs: rows.map(parseRun), next: last === undefined || rows.length < limit ? null : last.seq };
}

/** Finds runs of many monitors by seq, except pruned runs. */
export const findRuns: FindRuns = async (db, places) => {
  if (places.length === 0) return [];
  const monitorIDs = places.map(({ monitorID }) => monitorID);
  const seqs = places.map(({ seq }) => seq);
  const { rows } = await sql<RunRow & { readonly monitor_id: number }>`
    SELECT r.* FROM unnest(${monitorIDs}::bigint[], ${seqs}::bigint[]) AS w (monitor_id, seq)
    JOIN runs r ON r.monitor_id = w.monitor_id AND r.seq = w.seq`.execute(db);
  return rows.map((row) => ({ monitorID: row.monitor_id, seq: row.seq, run: parseRun(row) }));
};

export const findRunIDs: FindRunIDs = async (db, places) => {
  if (places.length === 0) return new Map();
  const { rows } = await sql<RunIDRow>`
    SELECT r.monitor_id, r.seq, r.run_id
    FROM unnest(${places.map(({ monitorID }) => monitorID)}::bigint[], ${places.map(({ seq }) => seq)}::bigint[])
      AS w (monitor_id, seq)
    JOIN runs r ON r.monitor_id = w.monitor_id AND r.seq = w.seq`.execute(db);
  return runIDsOf(rows);
};

/** Maximum time between the creation and the end of a run that is counted. */
const OPEN_MS_MAX = PARTITION_MS;

/** Counts runs in a period. Reads only partitions that can hold these runs. */
export const countRuns: CountRuns = async (db, { monitorIDs, from, to }) => {
  if (monitorIDs.length === 0) return [];
  const { rows } = await sql<{
    readonly monitorID: number;
    readonly state: string;
    readonly count: number;
  }>`
    SELECT monitor_id AS "monitorID", state, COUNT(*) AS count FROM (
      SELECT monitor_id, state, COALESCE(ended_at, started_at, expected_at) AS at FROM runs
      WHERE monitor_id = ANY(${[...monitorIDs]}::bigint[]) AND made_at >= ${from - OPEN_MS_MAX}::bigint) AS r
    WHERE at >= ${from} AND at < ${to} GROUP BY monitor_id, state`.execute(db);
  return rows;
};

const failedAt = sql<number>`CASE state WHEN 'timed_out' THEN limit_at
  ELSE COALESCE(ended_at, expected_at, started_at) END`;

/** Returns the runs that failed during an incident, including the run that opened the incident, oldest first. */
export async function listFailures(
  db: Kysely<Schema>,
  { monitorID, runSeq, closedAt }: Incident,
  limit: number,
): Promise<Run[]> {
  if (runSeq === null) return [];
  const until = closedAt ?? Number.MAX_SAFE_INTEGER;
  const rows = await db
    .selectFrom('runs')
    .select(['seq', ...RUN_COLUMNS])
    .where('monitor_id', '=', monitorID)
    .where('seq', '>=', runSeq)
    .where(sql<boolean>`made_at <= ${until}`)
    .where((where) =>
      where.or([
        where('seq', '=', runSeq),
        where.and([where('state', 'in', FAILURE_REASONS), where(failedAt, '<=', until)]),
      ]),
    )
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(parseRun);
}
