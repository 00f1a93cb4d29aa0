import { QUARTER_MS, RUN_COUNTS } from '@overdue/domain/statistics/run-counts.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { BEGAN_AT } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

/** How long counts of runs are kept: longer than the year that users can view, in every time zone. */
const COUNTS_KEPT_MS = 400 * DAY_MS;

const CONDITIONS: Readonly<Record<(typeof RUN_COUNTS)[number], RawBuilder<unknown>>> = {
  succeeded: sql`r.state = 'succeeded'`,
  failed: sql`r.state IN ('failed', 'timed_out')`,
  missed: sql`r.state = 'missed'`,
  late: sql`r.late = 1`,
  unknown: sql`r.state = 'unknown'`,
};
const names = sql.join(RUN_COUNTS.map((name) => sql.ref(name)));
const sums = sql.join(
  RUN_COUNTS.map((name) => sql`SUM(CASE WHEN ${CONDITIONS[name]} THEN 1 ELSE 0 END) AS ${sql.ref(name)}`),
);
const additions = (table: string) =>
  sql.join(
    RUN_COUNTS.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + excluded.${sql.ref(name)}`,
    ),
  );

/** Adds runs that are about to be deleted to the counts of their monitors. `runs`: FROM and WHERE clause with the alias `r`. */
export function countPruned(db: Transaction<Schema>, runs: RawBuilder<unknown>): Promise<void> {
  return addPruned(db, prunedCounts(runs));
}

/** Selects the counts of runs by monitor and day. */
export function prunedCounts(runs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT r.monitor_id, ${BEGAN_AT} / ${sql.lit(DAY_MS)} AS day, ${sums} FROM ${runs} GROUP BY 1, 2 ORDER BY 1, 2`;
}

export async function addPruned(db: Transaction<Schema>, counts: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO pruned_run_counts (monitor_id, day, ${names}) ${counts}
    ON CONFLICT (monitor_id, day) DO UPDATE SET ${additions('pruned_run_counts')}`.execute(db);
}

/** Deletes counts that are too old, team by team and monitor by monitor, because rows are sorted in this order. */
export async function pruneCounts(db: Transaction<Schema>, now: number): Promise<void> {
  const before = now - COUNTS_KEPT_MS;
  await sql`DELETE FROM team_run_counts WHERE team_id IN (SELECT id FROM teams)
    AND quarter < ${Math.floor(before / QUARTER_MS)}`.execute(db);
  await sql`DELETE FROM pruned_run_counts WHERE monitor_id IN (SELECT id FROM monitors)
    AND day < ${Math.floor(before / DAY_MS)}`.execute(db);
}

/** Merges the shards of past quarters of an hour. */
export async function mergeShards(db: Transaction<Schema>, now: number): Promise<void> {
  await sql`WITH old AS (
      DELETE FROM team_run_counts WHERE team_id IN (SELECT id FROM teams)
        AND shard > 0 AND quarter < ${Math.floor((now - DAY_MS) / QUARTER_MS)} RETURNING *
    )
    INSERT INTO team_run_counts (team_id, quarter, shard, ${names})
    SELECT r.team_id, r.quarter, 0, ${sql.join(RUN_COUNTS.map((name) => sql`SUM(r.${sql.ref(name)})`))}
    FROM old r GROUP BY r.team_id, r.quarter ORDER BY r.team_id, r.quarter
    ON CONFLICT (team_id, quarter, shard) DO UPDATE SET ${additions('team_run_counts')}`.execute(db);
}
