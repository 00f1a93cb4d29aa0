import { type RawBuilder, sql, type Transaction } from 'kysely';
import { findSpanEnd } from '../queries/id-span.ts';
import type { Schema } from '../schema.ts';
import type { PrunePolicy, PrunePosition, RetentionStore } from '../store.ts';
import { ANCHOR_EVERY, type ChainTable, chainIDs, NUMBER } from './chains.ts';
import { deleteByID } from './history.ts';

type Pruned = Awaited<ReturnType<RetentionStore['prune']>>;
type Counted = Extract<PrunePosition, { by: 'count' }>;
type Aged = Extract<PrunePosition, { by: 'age' }>;
type AgedTable = Aged['table'];

/** After each table the one that is searched next for old rows. */
const TABLE_AFTER: Readonly<Record<AgedTable, AgedTable | null>> = {
  events: 'runs',
  runs: 'transitions',
  transitions: 'outbox',
  outbox: 'deliveries',
  deliveries: 'incidents',
  incidents: null,
};

export function prune(db: Transaction<Schema>, policy: PrunePolicy, from: PrunePosition): Promise<Pruned> {
  return from.by === 'count' ? pruneCrowded(db, policy, from) : pruneOld(db, policy, from);
}

/** What the rules still look up, and what is not over yet: never pruned, by whatever policy. */
const isNeeded = sql<number>`(r.state = 'running' OR COALESCE(r.seq = s.last_start_seq
  OR r.expected_at >= s.next_expected_at OR r.expected_at = s.previous_expected_at, 0))`;

async function pruneCrowded(
  db: Transaction<Schema>,
  policy: PrunePolicy,
  { afterMonitorID }: Counted,
): Promise<Pruned> {
  const last = await findSpanEnd(db, afterMonitorID, policy.span);
  const crowded = await db
    .selectFrom('monitor_states')
    .select(['monitor_id', 'event_count', 'run_count'])
    .where('monitor_id', '>', afterMonitorID)
    .where('monitor_id', '<=', last ?? Number.MAX_SAFE_INTEGER)
    .where((where) =>
      where.or([where('event_count', '>', policy.keep), where('run_count', '>', policy.keep)]),
    )
    .orderBy('monitor_id')
    .execute();
  let deleted = 0;
  for (const { monitor_id: id, event_count: events, run_count: runs } of crowded) {
    deleted += await pruneChain(db, 'events', id, events - policy.keep, policy.rows - deleted);
    deleted += await pruneChain(db, 'runs', id, runs - policy.keep, policy.rows - deleted);
    if (deleted >= policy.rows) return { deleted, next: { by: 'count', afterMonitorID: id - 1 } };
  }
  const next: PrunePosition =
    last === null ? { by: 'age', table: 'events', afterRowID: 0 } : { by: 'count', afterMonitorID: last };
  return { deleted, next };
}

/**
 * Deletes a monitor's rows up to a number, oldest first and from anchor to anchor, at most `limit` of them.
 */
async function pruneChain(
  db: Transaction<Schema>,
  table: ChainTable,
  monitorID: number,
  lastNumber: number,
  limit: number,
): Promise<number> {
  let deleted = 0;
  while (lastNumber > 0 && deleted < limit) {
    const before = Math.min(lastNumber, (await oldestAnchor(db, table, monitorID)) ?? lastNumber) + 1;
    const { rows } = await chainIDs(table, monitorID, before, 2 * ANCHOR_EVERY).execute(db);
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
  const number = sql.ref(NUMBER[table]);
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
    WHERE r.id IN (${sql.join(ids)}) AND ${isNeeded} ORDER BY r.id LIMIT 1`.execute(db);
  const first = rows[0];
  return first === undefined ? ids : ids.slice(0, ids.indexOf(first.id));
}

/**
 * A row as the search for old rows sees it. The row before it in its monitor's history is null when it is
 * gone.
 */
interface AgedRow {
  readonly id: number;
  readonly at: number;
  readonly needed: number;
  readonly previous: number | null;
}

/** Nobody was told of it yet, or it is by this row that one knows who is to hear the end of what goes on. */
const isPending = sql`(o.planned_at IS NULL OR EXISTS (
  SELECT 1 FROM incidents i WHERE i.id = o.incident_id AND i.closed_at IS NULL))`;

const agedRows: Readonly<Record<AgedTable, RawBuilder<AgedRow>>> = {
  events: sql`SELECT e.id, e.at, 0 AS needed, p.id AS previous
    FROM events e LEFT JOIN events p ON p.id = e.previous_id`,
  runs: sql`SELECT r.id, COALESCE(r.ended_at, r.started_at, r.expected_at) AS at, ${isNeeded} AS needed,
      p.id AS previous
    FROM runs r JOIN monitor_states s ON s.monitor_id = r.monitor_id
    LEFT JOIN runs p ON p.id = r.previous_id`,
  transitions: sql`SELECT t.id, t.at, EXISTS (SELECT 1 FROM outbox o WHERE o.transition_id = t.id AND ${isPending}) AS needed,
    (SELECT MAX(p.id) FROM transitions p WHERE p.monitor_id = t.monitor_id AND p.id < t.id) AS previous
    FROM transitions t`,
  // A transition takes its row along.
  outbox: sql`SELECT o.id, o.created_at AS at, NULL AS previous,
    ${isPending} OR EXISTS (SELECT 1 FROM transitions t WHERE t.id = o.transition_id) AS needed FROM outbox o`,
  deliveries: sql`SELECT d.id, COALESCE(d.done_at, d.created_at) AS at, NULL AS previous, d.state = 'waiting' OR EXISTS (
    SELECT 1 FROM delivery_items x JOIN incidents i ON i.id = x.incident_id
    WHERE x.delivery_id = d.id AND i.closed_at IS NULL) AS needed FROM deliveries d`,
  // Not before all that names them.
  incidents: sql`SELECT i.id, COALESCE(i.closed_at, i.opened_at) AS at, NULL AS previous, i.closed_at IS NULL OR EXISTS (
    SELECT 1 FROM outbox o WHERE o.monitor_id = i.monitor_id AND o.incident_id = i.id) OR EXISTS (
    SELECT 1 FROM delivery_items x WHERE x.incident_id = i.id) AS needed FROM incidents i`,
};

/**
 * Deletes the oldest rows of a table, whichever monitors they belong to: rows are stored in the order in
 * which they came, so the old ones lie together at its start. A row goes only when the one before it in its
 * monitor's history is gone. The last row of the table stays, because SQLite would give its ID to the next
 * one, and a chain may still name it.
 */
async function pruneOld(
  db: Transaction<Schema>,
  policy: PrunePolicy,
  { table, afterRowID }: Aged,
): Promise<Pruned> {
  const { rows } = await sql<AgedRow>`SELECT * FROM (${agedRows[table]}) AS aged WHERE id > ${afterRowID}
    ORDER BY id LIMIT ${policy.rows + 1}`.execute(db);
  const isLast = rows.length <= policy.rows;
  const gone = new Set<number>();
  for (const { id, at, needed, previous } of rows.slice(0, isLast ? -1 : policy.rows)) {
    if (at < policy.before && needed === 0 && (previous === null || gone.has(previous))) gone.add(id);
  }
  await deleteRows(db, table, [...gone]);
  const isYoung = rows.every((row) => row.at >= policy.before);
  if (!isLast && !isYoung) {
    return { deleted: gone.size, next: { by: 'age', table, afterRowID: rows.at(-2)?.id ?? afterRowID } };
  }
  const tableAfter = TABLE_AFTER[table];
  const next: PrunePosition | null =
    tableAfter === null ? null : { by: 'age', table: tableAfter, afterRowID: 0 };
  return { deleted: gone.size, next };
}

/** With what belongs to them: an event's body, a transition's outbox row, a delivery's items and attempts. */
async function deleteRows(db: Transaction<Schema>, table: AgedTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (table === 'events') {
    await sql`DELETE FROM event_bodies WHERE (monitor_id, number) IN (
      SELECT monitor_id, number FROM events WHERE id IN (${sql.join(ids)}))`.execute(db);
  }
  if (table === 'transitions') await db.deleteFrom('outbox').where('transition_id', 'in', ids).execute();
  if (table === 'deliveries') {
    for (const part of ['delivery_items', 'delivery_attempts'] as const)
      await db.deleteFrom(part).where('delivery_id', 'in', ids).execute();
  }
  await deleteByID(db, table, ids);
}
