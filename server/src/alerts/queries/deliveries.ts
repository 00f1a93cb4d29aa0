import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { directChannelType } from '@overdue/domain/alerting/direct-recipient.ts';
import type { Kysely, Transaction } from 'kysely';
import { ATTEMPT_OUTCOMES, type DeliveryAttempt } from '../../channels/contract.ts';
import { readOr, requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { DELIVERY_STATES, type DeliveryFilter, type DeliveryRecord } from '../contract.ts';

function deliveries(db: Kysely<Schema>, teamID: string) {
  return db
    .selectFrom('deliveries as d')
    .leftJoin('channels as c', 'c.id', 'd.channel_id')
    .select([
      'd.id',
      'd.key',
      'd.state',
      'd.kind',
      'd.alert',
      'd.created_at',
      'd.due_at',
      'd.expires_at',
      'd.done_at',
      'd.attempts',
      'd.merged_into',
      'd.channel_id',
      'c.short_id',
      'c.name',
      'c.type',
    ])
    .where('d.team_id', '=', teamID);
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>;

function parseDelivery(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id,
    key: row.key,
    state: requireOneOf(DELIVERY_STATES, row.state, 'deliveries.state'),
    kind: row.kind,
    alert: row.alert,
    channel: receiverOf(row),
    createdAt: row.created_at,
    dueAt: row.due_at,
    expiresAt: row.expires_at,
    doneAt: row.done_at,
    attempts: row.attempts,
    mergedInto: row.merged_into,
  };
}

/**
 * Returns the receiver of a delivery. Without a channel, the name is the mail address, or the member's name for a message to
 * devices.
 */
function receiverOf({
  short_id: shortID,
  name,
  type,
  alert,
  channel_id,
}: DeliveryRow): DeliveryRecord['channel'] {
  if (shortID !== null && name !== null && type !== null) return { shortID, name, type };
  const recipient = readOr(() => recipientOf(alert), '');
  return { shortID: '', name: recipient, type: directChannelType(channel_id) };
}

function recipientOf(json: string): string {
  const { recipient = '', recipientName = recipient }: Alert = JSON.parse(json);
  return recipientName;
}

export async function listDeliveries(
  db: Kysely<Schema>,
  teamID: string,
  { key, state, channelShortID, monitorShortID, incidentID, before, limit }: DeliveryFilter,
): Promise<DeliveryRecord[]> {
  let query = deliveries(db, teamID).orderBy('d.id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('d.id', '<', before);
  if (key !== undefined) query = query.where('d.key', '=', key);
  if (state !== undefined) query = query.where('d.state', '=', state);
  if (channelShortID !== undefined) query = query.where('c.short_id', '=', channelShortID);
  if (monitorShortID !== undefined) {
    query = query.where(
      'd.id',
      'in',
      db
        .selectFrom('delivery_items as i')
        .innerJoin('monitors as m', 'm.id', 'i.monitor_id')
        .select('i.delivery_id')
        .where('m.short_id', '=', monitorShortID),
    );
  }
  if (incidentID !== undefined) {
    query = query.where(
      'd.id',
      'in',
      db
        .selectFrom('delivery_items as i')
        .innerJoin('incidents as n', 'n.id', 'i.incident_id')
        .select('i.delivery_id')
        .where('n.incident_id', '=', incidentID),
    );
  }
  return (await query.execute()).map(parseDelivery);
}

export async function listAttempts(
  db: Kysely<Schema>,
  deliveryID: number,
  limit: number,
): Promise<DeliveryAttempt[]> {
  const rows = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryID)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({
    at: row.at,
    latencyMs: row.latency_ms,
    outcome: requireOneOf(ATTEMPT_OUTCOMES, row.outcome, 'delivery_attempts.outcome'),
    status: row.status,
    answer: row.answer,
    nextAt: row.next_at,
  }));
}

export async function sendAgain(
  db: Transaction<Schema>,
  {
    deliveryID,
    now,
    expiresAt,
  }: { readonly deliveryID: number; readonly now: number; readonly expiresAt: number },
): Promise<string | null> {
  const due = await db
    .updateTable('deliveries')
    .set({
      state: 'waiting',
      due_at: now,
      lease_until: 0,
      expires_at: expiresAt,
      done_at: null,
      merged_into: null,
    })
    .where('id', '=', deliveryID)
    .where('state', '<>', 'waiting')
    .returning('team_id')
    .executeTakeFirst();
  if (due === undefined) return null;
  await db.updateTable('delivery_items').set({ waiting: 1 }).where('delivery_id', '=', deliveryID).execute();
  return due.team_id;
}
