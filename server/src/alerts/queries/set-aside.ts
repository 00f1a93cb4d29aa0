import type { ChannelDecision } from '@overdue/domain/alerting/alert-plan.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { REASON_LENGTH_MAX } from '../../core/queries/pings-set-aside.ts';
import type { Schema } from '../../database/schema.ts';
import { endDeliveries } from './delivery-end.ts';

/** Shown to the team. The error itself is for the operator. */
const NOBODY_ALERTED: ChannelDecision = {
  channel: '',
  name: '',
  reason:
    'The service could not read this alert, so nobody was alerted. The operator of the service can see why.',
  delivery: null,
};

/** Removes an outbox row from the queue because it can't be planned. */
export async function setAlertAside(
  db: Transaction<Schema>,
  outboxID: number,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      planned_at: now,
      held: null,
      held_by: null,
      decisions: JSON.stringify([NOBODY_ALERTED]),
      set_aside: reason,
    })
    .where('id', '=', outboxID)
    .execute();
}

export async function setDeliveryAside(
  db: Transaction<Schema>,
  deliveryID: number,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<void> {
  await endDeliveries(db, [deliveryID], { state: 'failed', doneAt: now });
  await db
    .updateTable('deliveries')
    .set({ set_aside: reason.slice(0, REASON_LENGTH_MAX) })
    .where('id', '=', deliveryID)
    .execute();
}

export async function countAlertsSetAside(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`SELECT CAST(
    (SELECT COUNT(*) FROM outbox WHERE set_aside IS NOT NULL) +
    (SELECT COUNT(*) FROM deliveries WHERE set_aside IS NOT NULL) AS INTEGER) AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function retryAlertsSetAside(
  db: Transaction<Schema>,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<number> {
  const planned = await db
    .updateTable('outbox')
    .set({ planned_at: null, plan_at: now, decisions: '[]', set_aside: null })
    .where('set_aside', 'is not', null)
    .returning('id')
    .execute();
  const sent = await db
    .updateTable('deliveries')
    .set({ state: 'waiting', due_at: now, expires_at: expiresAt, done_at: null, set_aside: null })
    .where('set_aside', 'is not', null)
    .returning('id')
    .execute();
  const ids = sent.map(({ id }) => id);
  if (ids.length > 0)
    await db.updateTable('delivery_items').set({ waiting: 1 }).where('delivery_id', 'in', ids).execute();
  return planned.length + ids.length;
}
