import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { PrunePolicy, PrunePosition } from '../../core/operations.ts';
import {
  AGE_OF_RUN,
  type AgedRow,
  type AgedTable,
  agedAlertRows,
  asInteger,
  type CountPosition,
  deleteAlertRows,
  findOverLimit,
  NEEDED_RUN_CONDITION,
  type Pruned,
  pruneAged,
} from '../../core/retention/queries/aged-rows.ts';
import { pruneExpired } from '../../core/retention/queries/expired-rows.ts';
import { countPruned } from '../../core/run-counts/pruned.ts';
import { ANCHOR_EVERY, type ChainTable, chainIDs, NUMBER_COLUMNS } from '../../core/sqlite/chains.ts';
import { deleteByID } from '../../core/sqlite/history.ts';
import { findSpanEnd } from '../../database/monitor-span.ts';
import type { Schema } from '../../database/schema.ts';

export function prune(db: Transaction<Schema>, policy: PrunePolicy, from: PrunePosition): Promise<Pruned> {
  if (from.by === 'count') return pruneCrowded(db, policy, from);
  if (from.by === 'expiry') return pruneExpired(db, policy);
  const { table } = from;
  return pruneAged(policy, from, { db, aged: agedRows[table], remove: (ids) => deleteRows(db, table, ids) });
}

async function pruneCrowded(
  db: Transaction<Schema>,
  policy: PrunePolicy,
  { afterMonitorID }: CountPosition,
): Promise<Pruned> {
  const last = await findSpanEnd(db, afterMonitorID, policy.monitorsPerStep);
  const span = { afterID: afterMonitorID, lastID: last ?? Number.MAX_SAFE_INTEGER };
  const overLimit = await findOverLimit(db, policy, span);
  let deleted = 0;
  for (const { monitor_id: id, event_count: events, run_count: runs } of overLimit) {
    deleted += await pruneChain(db, {
      table: 'events',
      monitorID: id,
      lastNumber: events - policy.keptPerMonitor,
      limit: policy.rowsPerStep - deleted,
    });
    deleted += await pruneChain(db, {
      table: 'runs',
      monitorID: id,
      lastNumber: runs - policy.keptPerMonitor,
      limit: policy.rowsPerStep - deleted,
    });
    if (deleted >= policy.rowsPerStep) return { deleted, next: { by: 'count', afterMonitorID: id - 1 } };
  }
  const next: PrunePosition =
    last === null ? { by: 'age', table: 'events', afterRowID: 0 } : { by: 'count', afterMonitorID: last };
  return { deleted, next };
}

/** Deletes at most `limit` of a monitor's rows up to `lastNumber`, oldest first. Reads the chain from anchor to anchor. */
async function pruneChain(
  db: Transaction<Schema>,
  {
    table,
    monitorID,
    lastNumber,
    limit,
  }: {
    readonly table: ChainTable;
    readonly monitorID: number;
    readonly lastNumber: number;
    readonly limit: number;
  },
): Promise<number> {
  let deleted = 0;
  while (lastNumber > 0 && deleted < limit) {
    const before = Math.min(lastNumber, (await oldestAnchor(db, table, monitorID)) ?? lastNumber) + 1;
    const { rows } = await chainIDs(table, { monitorID, before, limit: 2 * ANCHOR_EVERY }).execute(db);
    const ids = rows.map(({ id }) => id).reverse();
    const spare = table === 'runs' ? await untilNeeded(db, ids) : ids;
    const some = spare.slice(0, limit - deleted);
    await deleteRows(db, table, some);
    deleted += some.length;
    if (some.length === 0 || some.length < ids.length || before > lastNumber) break;
  }
  return deleted;
}

async function oldestAnchor(
  db: Transaction<Schema>,
  table: ChainTable,
  monitorID: number,
): Promise<number | null> {
  const number = sql.ref(NUMBER_COLUMNS[table]);
  const { rows } = await sql<{ number: number }>`SELECT ${number} AS number FROM ${sql.table(table)}
    WHERE monitor_id = ${monitorID} AND ${number} % ${sql.lit(ANCHOR_EVERY)} = 0 ORDER BY ${number} LIMIT 1`.execute(
    db,
  );
  return rows[0]?.number ?? null;
}

async function untilNeeded(db: Transaction<Schema>, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return ids;
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM runs r JOIN monitor_states s ON s.monitor_id = r.monitor_id
    WHERE r.id IN (${sql.join(ids)}) AND ${NEEDED_RUN_CONDITION} ORDER BY r.id LIMIT 1`.execute(db);
  const first = rows[0];
  return first === undefined ? ids : ids.slice(0, ids.indexOf(first.id));
}

const agedRows: Readonly<Record<AgedTable, RawBuilder<AgedRow>>> = {
  events: sql`SELECT e.id, e.at, 0 AS needed, p.id AS previous
    FROM events e LEFT JOIN events p ON p.id = e.previous_id`,
  runs: sql`SELECT r.id, ${AGE_OF_RUN} AS at, ${asInteger(NEEDED_RUN_CONDITION)} AS needed, p.id AS previous
    FROM runs r JOIN monitor_states s ON s.monitor_id = r.monitor_id
    LEFT JOIN runs p ON p.id = r.previous_id`,
  ...agedAlertRows,
};

/** Deletes rows with their dependants, such as an event's body. */
async function deleteRows(db: Transaction<Schema>, table: AgedTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (table !== 'events' && table !== 'runs') return deleteAlertRows(db, table, ids);
  if (table === 'runs') await countPruned(db, sql`runs r WHERE r.id IN (${sql.join(ids)})`);
  if (table === 'events') {
    await sql`DELETE FROM event_bodies WHERE (monitor_id, number) IN (
      SELECT monitor_id, number FROM events WHERE id IN (${sql.join(ids)}))`.execute(db);
  }
  await deleteByID(db, table, ids);
}
