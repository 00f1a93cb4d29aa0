import type { Run } from '@overdue/domain/run.ts';
import { type Kysely, sql } from 'kysely';
import type { RunSlice, RunSpan } from '../../core/history/contract.ts';
import { parseRun, RUN_COLUMNS, type RunRow } from '../../database/rows.ts';
import { BEGAN_AT } from '../../database/run-times.ts';
import type { Schema } from '../../database/schema.ts';

/** SQL for `endOfRun` of domain/src/run.ts. */
const endOfRun = sql<number>`COALESCE(r.ended_at, CASE r.state WHEN 'running' THEN ${sql.lit(Number.MAX_SAFE_INTEGER)}
  WHEN 'timed_out' THEN r.deadline_at END, ${BEGAN_AT})`;

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
