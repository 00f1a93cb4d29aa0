import { type Kysely, sql, type Transaction } from 'kysely';
import { PRUNE_START, type PrunePolicy, type PrunePosition } from '../../core/operations.ts';
import { forgetSlugChanges } from '../../core/postgres/cooperation/slug-changes.ts';
import { forgetTickets } from '../../core/postgres/cooperation/tickets.ts';
import {
  dropOldPartitions,
  findPartitionsToPrune,
  type PartitionedTable,
  skipOnConflict,
} from '../../core/postgres/partitions/old-partitions.ts';
import { makePartitions } from '../../core/postgres/partitions/partitions.ts';
import {
  AGE_OF_RUN,
  type AgePosition,
  agedAlertRows,
  asInteger,
  type CountPosition,
  deleteAlertRows,
  findOverLimit,
  NEEDED_RUN_CONDITION,
  type Pruned,
  positionAfterTable,
  pruneAged,
} from '../../core/retention/queries/aged-rows.ts';
import { pruneExpired } from '../../core/retention/queries/expired-rows.ts';
import { countPruned, mergeShards } from '../../core/run-counts/pruned.ts';
import { findSpanEnd } from '../../database/monitor-span.ts';
import type { RunInTransaction } from '../../database/query-context.ts';
import type { Schema } from '../../database/schema.ts';

interface Pruning {
  readonly url: string;
  readonly kysely: Kysely<Schema>;
  /** Runs one transaction per monitor, because the monitor's pings wait until the transaction ends. */
  readonly inTransaction: RunInTransaction;
}

/** Drops a whole partition if all of it is too old; see {@link dropOldPartitions}. Prunes the rest row by row. */
export async function prune(database: Pruning, policy: PrunePolicy, from: PrunePosition): Promise<Pruned> {
  if (from.by === 'count') {
    if (from.afterMonitorID === PRUNE_START.afterMonitorID) await makePartitions(database.kysely, policy.now);
    return pruneCrowded(database, policy, from);
  }
  if (from.by === 'expiry') return pruneEphemeral(database, policy);
  const { table } = from;
  if (table === 'events' || table === 'runs') {
    if (from.afterRowID === 0) await dropOldPartitions(database.url, table, policy.oldBefore);
    return pruneOld(database, policy, { table, afterMonitorID: from.afterRowID });
  }
  return database.inTransaction((db) =>
    pruneAged(policy, from, {
      db,
      aged: agedAlertRows[table],
      remove: (ids) => deleteAlertRows(db, table, ids),
    }),
  );
}

async function pruneEphemeral({ kysely, inTransaction }: Pruning, policy: PrunePolicy): Promise<Pruned> {
  const pruned = await inTransaction((db) => pruneExpired(db, policy));
  if (pruned.next === null) await inTransaction((db) => mergeShards(db, policy.now));
  if (pruned.next === null) await forgetSlugChanges(kysely, policy);
  if (pruned.next === null && policy.oldBefore > 0) await forgetTickets(kysely, policy);
  return pruned;
}

async function pruneCrowded(
  { kysely, inTransaction }: Pruning,
  policy: PrunePolicy,
  { afterMonitorID }: CountPosition,
): Promise<Pruned> {
  const last = await findSpanEnd(kysely, afterMonitorID, policy.monitorsPerStep);
  const span = { afterID: afterMonitorID, lastID: last ?? Number.MAX_SAFE_INTEGER };
  let deleted = 0;
  const overLimit = await findOverLimit(kysely, policy, span);
  for (const { monitor_id: id, event_count: events, run_count: runs } of overLimit) {
    for (const [table, count] of [
      ['events', events],
      ['runs', runs],
    ] as const) {
      const until = { lastNumber: count - policy.keptPerMonitor, before: Number.MAX_SAFE_INTEGER };
      const oldest = { table, monitorID: id, ...until, limit: policy.rowsPerStep - deleted };
      if (until.lastNumber > 0 && oldest.limit > 0)
        deleted += await inTransaction((db) => pruneOldest(db, oldest));
    }
    if (deleted >= policy.rowsPerStep) return { deleted, next: { by: 'count', afterMonitorID: id - 1 } };
  }
  const next: PrunePosition =
    last === null ? { by: 'age', table: 'events', afterRowID: 0 } : { by: 'count', afterMonitorID: last };
  return { deleted, next };
}

async function pruneOld(
  { kysely, inTransaction }: Pruning,
  policy: PrunePolicy,
  { table, afterMonitorID }: { readonly table: PartitionedTable; readonly afterMonitorID: number },
): Promise<Pruned> {
  const { parts, before } = await findPartitionsToPrune(kysely, table, policy.oldBefore);
  const monitorIDs = await findAged(kysely, {
    table,
    parts,
    before,
    afterMonitorID,
    limit: policy.monitorsPerStep,
  });
  let deleted = 0;
  for (const monitorID of monitorIDs) {
    const limit = policy.rowsPerStep - deleted;
    const oldest = { table, monitorID, lastNumber: Number.MAX_SAFE_INTEGER, before, limit };
    deleted += await inTransaction((db) => pruneOldest(db, oldest));
    if (deleted >= policy.rowsPerStep)
      return { deleted, next: { by: 'age', table, afterRowID: Math.max(afterMonitorID, monitorID - 1) } };
  }
  const last = monitorIDs.length < policy.monitorsPerStep ? undefined : monitorIDs.at(-1);
  const next: AgePosition | PrunePosition | null =
    last === undefined ? positionAfterTable(table) : { by: 'age', table, afterRowID: last };
  return { deleted, next };
}

/** Finds monitors with old, unneeded rows in some partitions. */
async function findAged(
  db: Kysely<Schema>,
  search: {
    readonly table: PartitionedTable;
    readonly parts: readonly string[];
    readonly before: number;
    readonly afterMonitorID: number;
    readonly limit: number;
  },
): Promise<readonly number[]> {
  const { table, parts, before, afterMonitorID, limit } = search;
  const isOld = {
    events: sql`r.at < ${before}`,
    runs: sql`${AGE_OF_RUN} < ${before} AND NOT ${NEEDED_RUN_CONDITION}`,
  };
  const emptied = new Set<number>();
  for (const part of parts) {
    await skipOnConflict(async () => {
      const { rows } = await sql<{ id: number }>`SELECT DISTINCT r.monitor_id AS id
        FROM ${sql.table(part)} r JOIN monitor_states s ON s.monitor_id = r.monitor_id
        WHERE r.monitor_id > ${afterMonitorID} AND ${isOld[table]} ORDER BY r.monitor_id LIMIT ${limit}`.execute(
        db,
      );
      for (const { id } of rows) emptied.add(id);
    });
  }
  return [...emptied].sort((a, b) => a - b).slice(0, limit);
}

interface Oldest {
  readonly table: PartitionedTable;
  readonly monitorID: number;
  /** Highest number that may be deleted. Deletion stops at the first row that is needed, or at least as new as `before`. */
  readonly lastNumber: number;
  readonly before: number;
  readonly limit: number;
}

/** Deletes a monitor's oldest rows, with the bodies of events. @returns how many */
async function pruneOldest(db: Transaction<Schema>, oldest: Oldest): Promise<number> {
  const { table, monitorID, lastNumber, before, limit } = oldest;
  // Locks the state first, as batches of pings do, so that no run becomes needed during the deletion.
  if (table === 'runs')
    await sql`SELECT monitor_id FROM monitor_states WHERE monitor_id = ${monitorID} FOR UPDATE`.execute(db);
  const { rows } = await sql<{ number: number; at: number; needed: number }>`${
    table === 'events'
      ? sql`SELECT number, at, 0 AS needed FROM events WHERE monitor_id = ${monitorID}`
      : sql`SELECT r.seq AS number, ${AGE_OF_RUN} AS at, ${asInteger(NEEDED_RUN_CONDITION)} AS needed
          FROM runs r JOIN monitor_states s ON s.monitor_id = r.monitor_id WHERE r.monitor_id = ${monitorID}`
  } AND ${sql.ref(NUMBER[table])} <= ${lastNumber} ORDER BY 1 LIMIT ${limit}`.execute(db);
  const stays = rows.findIndex(({ at, needed }) => at >= before || needed === 1);
  const goes = stays === -1 ? rows : rows.slice(0, stays);
  const last = goes.at(-1);
  if (last === undefined) return 0;
  if (table === 'runs')
    await countPruned(db, sql`runs r WHERE r.monitor_id = ${monitorID} AND r.seq <= ${last.number}`);
  for (const pruned of table === 'events'
    ? (['log_words', 'event_bodies', 'events'] as const)
    : (['runs'] as const)) {
    await sql`DELETE FROM ${sql.table(pruned)} r
      WHERE r.monitor_id = ${monitorID} AND ${sql.ref(NUMBER[table])} <= ${last.number}`.execute(db);
  }
  return goes.length;
}

const NUMBER = { events: 'number', runs: 'r.seq' } as const;
