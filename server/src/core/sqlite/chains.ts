import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** Chained tables, with the column that numbers a monitor's rows 1, 2, 3…. */
export type ChainTable = 'events' | 'runs';

/** Interval of the anchors. A row whose number is a multiple of this interval can be found by its number. */
export const ANCHOR_EVERY = 100;

const WHOLE_CHAIN = 2 ** 40;

export const NUMBER_COLUMNS = { events: 'number', runs: 'seq' } as const;
export const NEWEST_ID_COLUMNS = { events: 'last_event_id', runs: 'last_run_id' } as const;

/**
 * Returns the IDs of a monitor's rows below `before`, newest first. Stops at the pruned part of the chain. Enters the chain at the
 * nearest anchor, so that a page deep in a long history costs no more than the first page.
 */
export function chainIDs(
  table: ChainTable,
  {
    monitorID,
    before,
    limit,
  }: { readonly monitorID: number; readonly before: number | undefined; readonly limit: number },
): RawBuilder<{ id: number }> {
  const number = sql.ref(NUMBER_COLUMNS[table]);
  return sql`
    WITH RECURSIVE chain (id, previous_id, number) AS (
      SELECT id, previous_id, ${number} FROM ${sql.table(table)} WHERE id = ${entry(table, monitorID, before)}
      UNION ALL
      SELECT t.id, t.previous_id, t.${number} FROM chain c JOIN ${sql.table(table)} t
        ON t.id = c.previous_id AND t.monitor_id = ${monitorID}
      -- SQLite may make the whole chain before it looks at the limit outside.
      LIMIT ${Math.min(limit, WHOLE_CHAIN) + ANCHOR_EVERY}
    )
    SELECT id FROM chain WHERE number < ${before ?? Number.MAX_SAFE_INTEGER} LIMIT ${limit}`;
}

/** Returns the entry row: the anchor at or above the requested number, otherwise the newest row. */
function entry(table: ChainTable, monitorID: number, before: number | undefined): RawBuilder<number> {
  const number = sql.ref(NUMBER_COLUMNS[table]);
  const newest = sql<number>`(
    SELECT ${sql.ref(NEWEST_ID_COLUMNS[table])} FROM monitor_states WHERE monitor_id = ${monitorID})`;
  if (before === undefined) return newest;
  return sql`COALESCE(
    (SELECT id FROM ${sql.table(table)}
      WHERE monitor_id = ${monitorID} AND ${number} % ${sql.lit(ANCHOR_EVERY)} = 0 AND ${number} >= ${before}
      ORDER BY ${number} LIMIT 1),
    ${newest})`;
}

export async function allChainIDs(
  db: Kysely<Schema>,
  table: ChainTable,
  monitorID: number,
): Promise<readonly number[]> {
  const { rows } = await chainIDs(table, { monitorID, before: undefined, limit: WHOLE_CHAIN }).execute(db);
  return rows.map(({ id }) => id);
}
