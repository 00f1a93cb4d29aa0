import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { PrunePolicy, PrunePosition, RetentionStore } from '../../operations.ts';

export type Pruned = Awaited<ReturnType<RetentionStore['prune']>>;
export type CountPosition = Extract<PrunePosition, { by: 'count' }>;
export type AgePosition = Extract<PrunePosition, { by: 'age' }>;
export type AgedTable = AgePosition['table'];
export type AgedAlertTable = Exclude<AgedTable, 'events' | 'runs'>;

const TABLE_AFTER: Readonly<Record<AgedTable, AgedTable | null>> = {
  events: 'runs',
  runs: 'transitions',
  transitions: 'outbox',
  outbox: 'deliveries',
  deliveries: 'incidents',
  incidents: 'audit_log',
  audit_log: null,
};

export function positionAfterTable(table: AgedTable): PrunePosition {
  const next = TABLE_AFTER[table];
  return next === null ? { by: 'expiry' } : { by: 'age', table: next, afterRowID: 0 };
}

/**
 * Whether a run `r` is open, or is still needed by the rules according to its monitor's state `s`. Such runs are never pruned.
 */
export const NEEDED_RUN_CONDITION = sql<boolean>`(r.state = 'running' OR COALESCE(r.seq = s.last_start_seq
  OR r.expected_at >= s.next_expected_at OR r.expected_at = s.previous_expected_at, FALSE))`;

/** Converts an SQL condition to 1 or 0, because databases represent booleans differently. */
export const asInteger = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;

export const AGE_OF_RUN = sql<number>`COALESCE(r.ended_at, r.started_at, r.expected_at)`;

/** Finds monitors with more events or runs than the policy keeps. Starts after an ID. */
export function findOverLimit(
  db: Kysely<Schema>,
  { keptPerMonitor }: PrunePolicy,
  span: { readonly afterID: number; readonly lastID: number },
): Promise<{ monitor_id: number; event_count: number; run_count: number }[]> {
  return db
    .selectFrom('monitor_states')
    .select(['monitor_id', 'event_count', 'run_count'])
    .where('monitor_id', '>', span.afterID)
    .where('monitor_id', '<=', span.lastID)
    .where((where) =>
      where.or([where('event_count', '>', keptPerMonitor), where('run_count', '>', keptPerMonitor)]),
    )
    .orderBy('monitor_id')
    .execute();
}

/**
 * A row to check for its age. `previous`: ID of the previous row in the monitor's history; null if the previous row was deleted.
 */
export interface AgedRow {
  readonly id: number;
  readonly at: number;
  readonly needed: number;
  readonly previous: number | null;
}

/**
 * Whether an outbox row is still needed: it isn't planned yet, or its incident is open, so that the recovery alert must go to the
 * same channels.
 */
const isPending = sql`(o.planned_at IS NULL OR EXISTS (
  SELECT 1 FROM incidents i WHERE i.id = o.incident_id AND i.closed_at IS NULL))`;

export const agedAlertRows: Readonly<Record<AgedAlertTable, RawBuilder<AgedRow>>> = {
  transitions: sql`SELECT t.id, t.at,
    ${asInteger(sql`EXISTS (SELECT 1 FROM outbox o WHERE o.transition_id = t.id AND ${isPending})`)} AS needed,
    (SELECT MAX(p.id) FROM transitions p WHERE p.monitor_id = t.monitor_id AND p.id < t.id) AS previous
    FROM transitions t`,
  // An outbox row of a transition is deleted with the transition.
  outbox: sql`SELECT o.id, o.created_at AS at, NULL AS previous,
    ${asInteger(sql`${isPending} OR EXISTS (SELECT 1 FROM transitions t WHERE t.id = o.transition_id)`)} AS needed
    FROM outbox o`,
  deliveries: sql`SELECT d.id, COALESCE(d.done_at, d.created_at) AS at, NULL AS previous,
    ${asInteger(sql`d.state = 'waiting' OR EXISTS (
      SELECT 1 FROM delivery_items x JOIN incidents i ON i.id = x.incident_id
      WHERE x.delivery_id = d.id AND i.closed_at IS NULL)`)} AS needed FROM deliveries d`,
  // Incidents are deleted last, after all rows that refer to them.
  incidents: sql`SELECT i.id, COALESCE(i.closed_at, i.opened_at) AS at, NULL AS previous,
    ${asInteger(sql`i.closed_at IS NULL OR EXISTS (
      SELECT 1 FROM outbox o WHERE o.monitor_id = i.monitor_id AND o.incident_id = i.id) OR EXISTS (
      SELECT 1 FROM delivery_items x WHERE x.incident_id = i.id)`)} AS needed FROM incidents i`,
  audit_log: sql`SELECT a.id, a.at, NULL AS previous, 0 AS needed FROM audit_log a`,
};

/**
 * Deletes the oldest rows of a table, across all monitors. Rows are stored in order of arrival, so old rows lie together at the
 * start. Deletes a row only after the previous row in its monitor's history. Keeps the table's last row, because SQLite would
 * reuse its ID, which a chain may still name.
 */
export async function pruneAged(
  policy: PrunePolicy,
  { table, afterRowID }: AgePosition,
  {
    db,
    aged,
    remove,
  }: {
    readonly db: Transaction<Schema>;
    readonly aged: RawBuilder<AgedRow>;
    readonly remove: (ids: readonly number[]) => Promise<void>;
  },
): Promise<Pruned> {
  const { rows } = await sql<AgedRow>`SELECT * FROM (${aged}) AS aged WHERE id > ${afterRowID}
    ORDER BY id LIMIT ${policy.rowsPerStep + 1}`.execute(db);
  const isLast = rows.length <= policy.rowsPerStep;
  const deletedIDs = new Set<number>();
  for (const { id, at, needed, previous } of rows.slice(0, isLast ? -1 : policy.rowsPerStep)) {
    if (at < policy.oldBefore && needed === 0 && (previous === null || deletedIDs.has(previous)))
      deletedIDs.add(id);
  }
  if (deletedIDs.size > 0) await remove([...deletedIDs]);
  const isYoung = rows.every((row) => row.at >= policy.oldBefore);
  if (isLast || isYoung) return { deleted: deletedIDs.size, next: positionAfterTable(table) };
  return { deleted: deletedIDs.size, next: { by: 'age', table, afterRowID: rows.at(-2)?.id ?? afterRowID } };
}

/** Deletes rows with their dependants: a transition's outbox row, a delivery's items and attempts. */
export async function deleteAlertRows(
  db: Transaction<Schema>,
  table: AgedAlertTable,
  ids: readonly number[],
): Promise<void> {
  if (table === 'transitions') await db.deleteFrom('outbox').where('transition_id', 'in', ids).execute();
  if (table === 'deliveries') {
    for (const part of ['delivery_items', 'delivery_attempts'] as const)
      await db.deleteFrom(part).where('delivery_id', 'in', ids).execute();
  }
  await db.deleteFrom(table).where('id', 'in', ids).execute();
}
