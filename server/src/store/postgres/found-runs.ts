import { sql } from 'kysely';
import {
  type CountRuns,
  type FindRunIDs,
  type FindRuns,
  type RunIDRow,
  runIDsOf,
} from '../../core/history/run-keys.ts';
import { PARTITION_MS } from '../../core/postgres/partitions/partitions.ts';
import { parseRun, type RunRow } from '../../database/rows.ts';

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
