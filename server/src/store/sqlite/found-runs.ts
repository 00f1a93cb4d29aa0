import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type CountRuns,
  type FindRunIDs,
  type RunIDRow,
  type RunPlace,
  runIDsOf,
} from '../../core/history/run-keys.ts';
import { ANCHOR_EVERY } from '../../core/sqlite/chains.ts';
import { parseRun, type RunRow } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';

/** Maximum sections read by one statement. SQLite accepts 32,766 parameters per statement, and a section needs three. */
const STRETCHES_PER_STATEMENT = 10_000;

/** Finds runs of many monitors by seq, in one statement that enters each chain at the nearest anchor. Leaves out pruned runs. */
export async function findRuns(db: Kysely<Schema>, places: readonly RunPlace[]) {
  if (places.length === 0) return [];
  const wanted = sql.join(places.map(({ monitorID, seq }) => sql`(${monitorID}, ${seq})`));
  const { rows } = await sql<RunRow & { readonly monitor_id: number }>`
    WITH RECURSIVE wanted (monitor_id, seq) AS (VALUES ${wanted}),
    chain (wanted, id, previous_id, monitor_id, seq) AS (
      SELECT w.seq, r.id, r.previous_id, r.monitor_id, r.seq FROM wanted w
      JOIN runs r ON r.id = ${entryOf(sql`w.monitor_id`, sql`w.seq`)}
      UNION ALL
      SELECT c.wanted, r.id, r.previous_id, r.monitor_id, r.seq FROM chain c JOIN runs r
        ON r.id = c.previous_id AND r.monitor_id = c.monitor_id WHERE c.seq > c.wanted
    )
    SELECT r.* FROM chain c JOIN runs r ON r.id = c.id WHERE c.seq = c.wanted`.execute(db);
  return rows.map((row) => ({ monitorID: row.monitor_id, seq: row.seq, run: parseRun(row) }));
}

/** Section of a monitor's runs between two anchors, from the first to the last wanted run. */
interface Stretch {
  readonly monitorID: number;
  readonly first: number;
  readonly last: number;
}

/** Walks each section between two anchors only once. */
export const findRunIDs: FindRunIDs = async (db, places) => {
  const stretches = stretchesOf(places);
  const rows: RunIDRow[] = [];
  for (let from = 0; from < stretches.length; from += STRETCHES_PER_STATEMENT)
    rows.push(...(await readStretches(db, stretches.slice(from, from + STRETCHES_PER_STATEMENT))));
  return runIDsOf(rows);
};

function stretchesOf(places: readonly RunPlace[]): readonly Stretch[] {
  const groups = Map.groupBy(places, ({ monitorID, seq }) => `${monitorID} ${Math.ceil(seq / ANCHOR_EVERY)}`);
  return [...groups.values()].flatMap((group) => {
    const seqs = group.map(({ seq }) => seq);
    const monitorID = group[0]?.monitorID;
    return monitorID === undefined ? [] : { monitorID, first: Math.min(...seqs), last: Math.max(...seqs) };
  });
}

async function readStretches(
  db: Kysely<Schema>,
  stretches: readonly Stretch[],
): Promise<readonly RunIDRow[]> {
  const wanted = sql.join(
    stretches.map(({ monitorID, first, last }) => sql`(${monitorID}, ${first}, ${last})`),
  );
  const { rows } = await sql<RunIDRow>`
    WITH RECURSIVE wanted (monitor_id, first, last) AS (VALUES ${wanted}),
    chain (first, last, previous_id, monitor_id, seq, run_id) AS (
      SELECT w.first, w.last, r.previous_id, r.monitor_id, r.seq, r.run_id
      FROM wanted w JOIN runs r ON r.id = ${entryOf(sql`w.monitor_id`, sql`w.last`)}
      UNION ALL
      SELECT c.first, c.last, r.previous_id, r.monitor_id, r.seq, r.run_id FROM chain c JOIN runs r
        ON r.id = c.previous_id AND r.monitor_id = c.monitor_id WHERE c.seq > c.first
    )
    SELECT monitor_id, seq, run_id FROM chain WHERE seq BETWEEN first AND last`.execute(db);
  return rows;
}

/**
 * Returns SQL for the ID of the run at which to enter a chain: the nearest anchor at or after a seq, otherwise the newest run.
 */
function entryOf(monitorID: RawBuilder<unknown>, seq: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`COALESCE(
    (SELECT a.id FROM runs a WHERE a.monitor_id = ${monitorID} AND a.seq % ${sql.lit(ANCHOR_EVERY)} = 0
      AND a.seq >= ${seq} ORDER BY a.seq LIMIT 1),
    (SELECT s.last_run_id FROM monitor_states s WHERE s.monitor_id = ${monitorID}))`;
}

/**
 * Counts runs by walking each chain back to the first run before the period. Misses runs of the period whose rows precede that
 * row.
 */
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
