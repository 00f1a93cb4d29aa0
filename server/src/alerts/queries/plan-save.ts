import type {
  AlertPlan,
  DeliveryItem,
  NewDelivery,
  PlannedRow,
} from '@overdue/domain/alerting/alert-plan.ts';
import type { AlertPlanInput } from '@overdue/domain/alerting/alert-plan-input.ts';
import { chunks } from '@overdue/domain/chunks.ts';
import type { Transaction } from 'kysely';
import { endDeliveries } from '../../core/queries/delivery-end.ts';
import type { Schema } from '../../database/schema.ts';

const ROWS_PER_STATEMENT = 1000;

type StoredItem = DeliveryItem & { readonly deliveryID: number; readonly channelID: number };

/** Saves a plan. Must run in the transaction that read the plan's input. */
export async function savePlan(
  db: Transaction<Schema>,
  input: AlertPlanInput,
  plan: AlertPlan,
): Promise<void> {
  const { now, team } = input;
  // Saves rows with the same outcome together. In an alert storm, one statement per row would dominate the transaction.
  for (const rows of Map.groupBy(plan.rows, (row) => JSON.stringify(outcomeOf(row, now))).values())
    await saveRows(db, rows, now);
  const items = await insertDeliveries(db, plan.deliveries, { teamID: team.id, now });
  for (const addition of plan.additions) items.push(...(await addToDelivery(db, addition)));
  await insertItems(db, items);
  for (const [into, replaced] of Map.groupBy(plan.replacedAlarms, (one) => one.into)) {
    const ids = replaced.map(({ deliveryID }) => deliveryID);
    await endDeliveries(db, ids, { state: 'merged', doneAt: now, into });
  }
  // Updates incidents in ID order, like the transactions that close incidents, to prevent deadlocks.
  const timers = [...plan.incidentTimers].sort((a, b) => a.incidentID - b.incidentID);
  for (const timer of timers) await saveTimers(db, timer);
}

function outcomeOf({ outcome, planAt, held, decisions }: PlannedRow, now: number) {
  const decisionsJSON = JSON.stringify(decisions);
  return outcome === 'held'
    ? { plan_at: planAt, held: held?.reason ?? null, held_by: held?.by ?? null, decisions: decisionsJSON }
    : { planned_at: now, held: null, held_by: null, decisions: decisionsJSON };
}

async function saveRows(db: Transaction<Schema>, rows: readonly PlannedRow[], now: number): Promise<void> {
  for (const chunk of chunks(rows, ROWS_PER_STATEMENT)) {
    const [first] = chunk;
    if (first === undefined) continue;
    await db
      .updateTable('outbox')
      .set(outcomeOf(first, now))
      .where(
        'id',
        'in',
        chunk.map(({ outboxID }) => outboxID),
      )
      .execute();
  }
}

async function insertDeliveries(
  db: Transaction<Schema>,
  deliveries: readonly NewDelivery[],
  { teamID, now }: { readonly teamID: string; readonly now: number },
): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for (const chunk of chunks(deliveries, ROWS_PER_STATEMENT)) {
    const rows = await db
      .insertInto('deliveries')
      .values(
        chunk.map(({ key, channelID, kind, alert, dueAt, expiresAt }) => ({
          key,
          team_id: teamID,
          channel_id: channelID,
          kind,
          alert,
          state: 'waiting',
          due_at: dueAt,
          created_at: now,
          expires_at: expiresAt,
        })),
      )
      .returning(['id', 'key'])
      .execute();
    const ids = new Map(rows.map((row) => [row.key, row.id]));
    for (const delivery of chunk) {
      const deliveryID = ids.get(delivery.key);
      if (deliveryID === undefined) throw new Error(`The delivery ${delivery.key} was not saved.`);
      const { channelID } = delivery;
      items.push(...delivery.items.map((item) => ({ ...item, deliveryID, channelID })));
    }
  }
  return items;
}

async function addToDelivery(
  db: Transaction<Schema>,
  { deliveryID, alert, items }: AlertPlan['additions'][number],
): Promise<StoredItem[]> {
  const { channel_id: channelID } = await db
    .updateTable('deliveries')
    .set({ alert })
    .where('id', '=', deliveryID)
    .returning('channel_id')
    .executeTakeFirstOrThrow();
  return items.map((item) => ({ ...item, deliveryID, channelID }));
}

async function insertItems(db: Transaction<Schema>, items: readonly StoredItem[]): Promise<void> {
  for (const chunk of chunks(items, ROWS_PER_STATEMENT)) {
    await db
      .insertInto('delivery_items')
      .values(
        chunk.map(({ deliveryID, channelID, outboxID, monitorID, incidentID }) => ({
          delivery_id: deliveryID,
          channel_id: channelID,
          outbox_id: outboxID,
          monitor_id: monitorID,
          incident_id: incidentID,
          waiting: 1,
        })),
      )
      .execute();
  }
}

/** Skips incidents that were closed or acknowledged since they were read. */
async function saveTimers(
  db: Transaction<Schema>,
  timers: AlertPlan['incidentTimers'][number],
): Promise<void> {
  const escalation =
    'escalateAt' in timers ? { escalate_at: timers.escalateAt, escalation_step: timers.escalationStep } : {};
  await db
    .updateTable('incidents')
    .set({ remind_at: timers.remindAt, ...escalation })
    .where('id', '=', timers.incidentID)
    .where('closed_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .execute();
}
