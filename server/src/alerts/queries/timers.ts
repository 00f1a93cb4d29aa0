import { type Kysely, sql, type Transaction } from 'kysely';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import { findNextDeliveryAt } from './claims.ts';

const TIMERS = [
  { kind: 'reminder', column: 'remind_at' },
  { kind: 'escalation', column: 'escalate_at' },
] as const;

/** Writes an outbox row for each due reminder and escalation, and clears its timer. Returns the number of rows. */
export async function raiseTimers(
  db: Transaction<Schema>,
  options: { readonly now: number; readonly limit: number; readonly locks: RowLocks },
): Promise<number> {
  const { now, limit, locks } = options;
  let raised = 0;
  for (const { kind, column } of TIMERS) {
    const due = await db
      .selectFrom('incidents')
      .select(['id', 'team_id', 'monitor_id'])
      .where(column, '<=', now)
      .orderBy(column)
      .limit(limit - raised)
      .modifyEnd(locks.skipLocked('incidents'))
      .execute();
    if (due.length === 0) continue;
    await db
      .insertInto('outbox')
      .values(
        due.map(({ id, team_id, monitor_id }) => ({
          team_id,
          monitor_id,
          kind,
          incident_id: id,
          created_at: now,
        })),
      )
      .execute();
    await db
      .updateTable('incidents')
      .set({ [column]: null })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute();
    raised += due.length;
  }
  return raised;
}

export async function findNextAlertAt(db: Kysely<Schema>): Promise<number | null> {
  const { rows } = await sql<{ readonly at: number | null }>`
    SELECT MIN(plan_at) AS at FROM outbox WHERE planned_at IS NULL
    UNION ALL SELECT MIN(remind_at) FROM incidents WHERE remind_at IS NOT NULL
    UNION ALL SELECT MIN(escalate_at) FROM incidents WHERE escalate_at IS NOT NULL`.execute(db);
  const times = [...rows.map(({ at }) => at), await findNextDeliveryAt(db)].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}
