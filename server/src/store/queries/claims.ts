import { type Kysely, sql, type Transaction } from 'kysely';
import type { ClaimedDelivery, NotifyStore } from '../alert-store.ts';
import type { Schema } from '../schema.ts';
import { endDeliveries } from './delivery-end.ts';

/** Deliveries given up in one claim; more wait for the next. */
const GIVEN_UP_MAX = 500;

type Options = Parameters<NotifyStore['claimDeliveries']>[0];

/**
 * Channel by channel, the longest due first, so that however much waits for one it costs the others nothing.
 *
 * `due_at` is when a delivery may be taken next: while it is leased, the end of the lease. So one index finds what is free, and
 * a lease that nobody ended runs out by itself.
 */
export async function claimDeliveries(db: Transaction<Schema>, options: Options): Promise<ClaimedDelivery[]> {
  const { now, leaseUntil, limit, perChannel, room } = options;
  await giveUpExpired(db, now);
  const claimed: ClaimedDelivery[] = [];
  for (const channel of await listReadyChannels(db, now)) {
    const most = Math.min(room.get(channel.id) ?? perChannel, limit - claimed.length);
    if (most > 0) claimed.push(...(await listFree(db, channel, { now, most })));
    if (claimed.length >= limit) break;
  }
  await lease(
    db,
    claimed.map(({ id }) => id),
    leaseUntil,
  );
  return claimed;
}

async function giveUpExpired(db: Transaction<Schema>, now: number): Promise<void> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', sql.lit('waiting'))
    .where('expires_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('expires_at')
    .limit(GIVEN_UP_MAX)
    .execute();
  const ids = rows.map(({ id }) => id);
  await endDeliveries(db, ids, { state: 'failed', doneAt: now });
}

interface ReadyChannel {
  readonly id: number;
  readonly short_id: string;
  readonly type: string;
  readonly name: string;
  readonly settings: string;
}

/** Goes from channel to channel in the index of what waits, whatever number of deliveries each has there. */
const waitingChannels = sql`waiting (channel_id) AS (
  SELECT MIN(channel_id) FROM deliveries WHERE state = 'waiting'
  UNION ALL
  SELECT (SELECT MIN(d.channel_id) FROM deliveries d WHERE d.state = 'waiting' AND d.channel_id > w.channel_id)
  FROM waiting w WHERE w.channel_id IS NOT NULL)`;

async function listReadyChannels(db: Kysely<Schema>, now: number): Promise<readonly ReadyChannel[]> {
  const { rows } = await sql<ReadyChannel>`WITH RECURSIVE ${waitingChannels},
    ready AS (
      SELECT c.id, c.short_id, c.type, c.name, c.settings,
        (SELECT MIN(d.due_at) FROM deliveries d WHERE d.state = 'waiting' AND d.channel_id = c.id) AS due_at
      FROM waiting w JOIN channels c ON c.id = w.channel_id WHERE c.disabled IS NULL)
    SELECT * FROM ready WHERE due_at <= ${now} ORDER BY due_at, id`.execute(db);
  return rows;
}

/** An older delivery about the same monitor waits for the same channel: the newer one must not overtake it. */
const isBehind = sql<boolean>`EXISTS (
  SELECT 1 FROM delivery_items mine JOIN delivery_items older ON older.channel_id = mine.channel_id
    AND older.monitor_id = mine.monitor_id AND older.waiting = 1 AND older.delivery_id < mine.delivery_id
  WHERE mine.delivery_id = d.id)`;

async function listFree(
  db: Kysely<Schema>,
  channel: ReadyChannel,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<ClaimedDelivery[]> {
  const { id, short_id: shortID, type, name, settings } = channel;
  const rows = await db
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.key', 'd.alert', 'd.attempts', 'd.expires_at'])
    .where('d.state', '=', sql.lit('waiting'))
    .where('d.channel_id', '=', id)
    .where('d.due_at', '<=', now)
    .where('d.expires_at', '>', now)
    .where(sql<boolean>`NOT ${isBehind}`)
    .orderBy('d.due_at')
    .orderBy('d.id')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    alert: row.alert,
    attempts: row.attempts,
    expiresAt: row.expires_at,
    channel: { id, shortID, type, name, settings },
  }));
}

async function lease(db: Kysely<Schema>, ids: readonly number[], leaseUntil: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('deliveries')
    .set({ due_at: leaseUntil, lease_until: leaseUntil })
    .where('id', 'in', ids)
    .execute();
}

/** The channel works again. What gathers, and was never tried, keeps its time. */
export async function wakeChannel(db: Kysely<Schema>, channelID: number, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('state', '=', sql.lit('waiting'))
    .where('channel_id', '=', channelID)
    .where('due_at', '>', now)
    .where('lease_until', '<=', now)
    .where('attempts', '>', 0)
    .execute();
}

/** When the first delivery can be claimed, or is to be given up. */
export async function findNextDeliveryAt(db: Kysely<Schema>): Promise<number | null> {
  const { rows } = await sql<{ readonly at: number | null }>`WITH RECURSIVE ${waitingChannels}
    SELECT MIN((SELECT d.due_at FROM deliveries d WHERE d.state = 'waiting' AND d.channel_id = c.id
      AND NOT ${isBehind} ORDER BY d.due_at, d.id LIMIT 1)) AS at
    FROM waiting w JOIN channels c ON c.id = w.channel_id WHERE c.disabled IS NULL`.execute(db);
  const expiring = await db
    .selectFrom('deliveries')
    .select(['expires_at', 'lease_until'])
    .where('state', '=', sql.lit('waiting'))
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  const due = rows[0]?.at ?? null;
  if (expiring === undefined) return due;
  return Math.min(due ?? Number.MAX_SAFE_INTEGER, Math.max(expiring.expires_at, expiring.lease_until));
}
