import { type Kysely, sql } from 'kysely';
import type { CountRuns, RunPlace } from '../history/run-keys.ts';
import { parseRun, type RunRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { ANCHOR_EVERY } from './chains.ts';

/** Finds runs of many monitors by seq, except pruned ones, in one statement that enters each chain at the nearest anchor. */
export async function findRuns(db: Kysely<Schema>, places: readonly RunPlace[]) {
  if (places.length === 0) return [];
  const wanted = sql.join(places.map(({ monitorID, seq }) => sql`(${monitorID}, ${seq})`));
  const { rows } = await sql<RunRow & { readonly monitor_id: number }>`
    WITH RECURSIVE wanted (monitor_id, seq) AS (VALUES ${wanted}),
    chain (wanted, id, previous_id, monitor_id, seq) AS (
      SELECT w.seq, r.id, r.previous_id, r.monitor_id, r.seq FROM wanted w JOIN runs r ON r.id = COALESCE(
        (SELECT a.id FROM runs a WHERE a.monitor_id = w.monitor_id AND a.seq % ${sql.lit(ANCHOR_EVERY)} = 0
          AND a.seq >= w.seq ORDER BY a.seq LIMIT 1),
        (SELECT s.last_run_id FROM monitor_states s WHERE s.monitor_id = w.monitor_id))
      UNION ALL
      SELECT c.wanted, r.id, r.previous_id, r.monitor_id, r.seq FROM chain c JOIN runs r
        ON r.id = c.previous_id AND r.monitor_id = c.monitor_id WHERE c.seq > c.wanted
    )
    SELECT r.* FROM chain c JOIN runs r ON r.id = c.id WHERE c.seq = c.wanted`.execute(db);
  return rows.map((row) => ({ monitorID: row.monitor_id, seq: row.seq, run: parseRun(row) }));
}

/** Walks each chain back to the first run before the period, so it misses a run that is stored before that one. */
export const countRuns: CountRuns = async (db, { monitorIDs, from, to }) => {
  if (monitorIDs.length === 0) return [];
  const at = sql`COALESCE(r.ended_at, r.started_at, r.expected_at)`;
  const { rows } = await sql<{
    readonly monitorID: number;
    readonly state: string;
    readonly count: number;
  }>`
    WITH RECURSIVE chain (previous_id, monitor_id, state, at) AS (
      SELECT r.previous_id, r.monitor_id, r.state, ${at} FROM monitor_states s JOIN runs r ON r.id = s.last_run_id
        WHERE s.monitor_id IN (${sql.join(monitorIDs)})
      UNION ALL
      SELECT r.previous_id, r.monitor_id, r.state, ${at} FROM chain c JOIN runs r
        ON r.id = c.previous_id AND r.monitor_id = c.monitor_id WHERE c.at >= ${from}
    )
    SELECT monitor_id AS monitorID, state, COUNT(*) AS count FROM chain WHERE at >= ${from} AND at < ${to}
    GROUP BY monitor_id, state`.execute(db);
  return rows;
};
