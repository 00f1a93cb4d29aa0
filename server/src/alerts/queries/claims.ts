import { DIRECT_MAIL_CHANNEL_ID } from '@overdue/domain/alerting/direct-mail.ts';
import { directChannelType } from '@overdue/domain/alerting/direct-recipient.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ClaimedDelivery } from '../../channels/contract.ts';
import type { RowLocks } from '../../database/row-locks.ts';
import type { Schema } from '../../database/schema.ts';
import type { Claim, NotifyStore } from '../contract.ts';
import { endDeliveries } from './delivery-end.ts';

/** Maximum number of expired deliveries marked as failed per claim. Later claims handle the rest. */
const GIVEN_UP_MAX = 500;

type Options = Parameters<NotifyStore['claimDeliveries']>[0];
type ClaimableDelivery = Omit<ClaimedDelivery, 'leaseUntil'>;

/**
 * Claims deliveries per channel, longest due first, so that a backlog on one channel doesn't slow down others. `due_at` is the
 * time from which a delivery may be claimed. For a leased delivery, `due_at` is the end of the lease, so that abandoned
 * deliveries become due again.
 */
export async function claimDeliveries(
  db: Transaction<Schema>,
  options: Options,
  locks: RowLocks,
): Promise<ClaimedDelivery[]> {
  const { now, leaseUntil, limit, perChannel, capacity } = options;
  if (options.takesOver) await giveUpExpired(db, now, locks);
  const free: ClaimableDelivery[] = [];
  for (const channel of await listReadyChannels(db, now)) {
    const limitOfChannel = Math.min(capacity.get(channel.id) ?? perChannel, limit - free.length);
    if (limitOfChannel > 0)
      free.push(...(await listFree(db, channel, { ...options, limit: limitOfChannel, locks })));
    if (free.length >= limit) break;
  }
  const leased = await lease(
    db,
    free.map(({ id }) => id),
    leaseUntil,
  );
  return free.filter(({ id }) => leased.has(id)).map((delivery) => ({ ...delivery, leaseUntil }));
}

async function giveUpExpired(db: Transaction<Schema>, now: number, locks: RowLocks): Promise<void> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', sql.lit('waiting'))
    .where('expires_at', '<=', now)
    .where('lease_until', '<=', now)
    .orderBy('expires_at')
    .limit(GIVEN_UP_MAX)
    .modifyEnd(locks.skipLocked('deliveries'))
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

/**
 * Finds channels with waiting deliveries. Jumps from channel to channel in the index, so the cost doesn't depend on the number of
 * deliveries.
 */
const waitingChannels = sql`waiting (channel_id) AS (
  SELECT MIN(channel_id) FROM deliveries WHERE state = 'waiting'
  UNION ALL
  SELECT (SELECT MIN(d.channel_id) FROM deliveries d WHERE d.state = 'waiting' AND d.channel_id > w.channel_id)
  FROM waiting w WHERE w.channel_id IS NOT NULL)`;

/**
 * Whether a channel accepts messages. Messages to owners, admins and members on call need no channel, because their alerts name
 * the recipients.
 */
const acceptsMessages = sql<boolean>`(w.channel_id <= ${sql.lit(DIRECT_MAIL_CHANNEL_ID)} OR (c.id IS NOT NULL AND c.disabled IS NULL))`;

async function listReadyChannels(db: Kysely<Schema>, now: number): Promise<readonly ReadyChannel[]> {
  const { rows } = await sql<ReadyChannel>`WITH RECURSIVE ${waitingChannels},
    ready AS (
      SELECT w.channel_id AS id, COALESCE(c.short_id, '') AS short_id, COALESCE(c.type, '') AS type,
        COALESCE(c.name, '') AS name, COALESCE(c.settings, '') AS settings,
        (SELECT MIN(d.due_at) FROM deliveries d WHERE d.state = 'waiting' AND d.channel_id = w.channel_id) AS due_at
      FROM waiting w LEFT JOIN channels c ON c.id = w.channel_id WHERE ${acceptsMessages})
    SELECT * FROM ready WHERE due_at <= ${now} ORDER BY due_at, id`.execute(db);
  return rows.map((row) => (row.type === '' ? { ...row, type: directChannelType(row.id) } : row));
}

/** Whether an older delivery about the same monitor waits for the same channel. The newer delivery must not overtake it. */
const isBehind = sql<boolean>`EXISTS (
  SELECT 1 FROM delivery_items mine JOIN delivery_items older ON older.channel_id = mine.channel_id
    AND older.monitor_id = mine.monitor_id AND older.waiting = 1 AND older.delivery_id < mine.delivery_id
  WHERE mine.delivery_id = d.id)`;

async function listFree(
  db: Kysely<Schema>,
  channel: ReadyChannel,
  options: Pick<Options, 'now' | 'takesOver'> & { readonly limit: number; readonly locks: RowLocks },
): Promise<ClaimableDelivery[]> {
  const { now, takesOver, limit, locks } = options;
  const { id, short_id: shortID, type, name, settings } = channel;
  const rows = await db
    .selectFrom('deliveries as d')
    .select(['d.id', 'd.key', 'd.alert', 'd.attempts', 'd.expires_at'])
    .where('d.state', '=', sql.lit('waiting'))
    .where('d.channel_id', '=', id)
    .where('d.due_at', '<=', now)
    .where('d.expires_at', '>', now)
    .where(sql<boolean>`NOT ${isBehind}`)
    .$if(!takesOver, (query) => query.where('d.lease_until', '=', 0))
    .orderBy('d.due_at')
    .orderBy('d.id')
    .limit(limit)
    .modifyEnd(locks.skipLocked('d'))
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

/**
 * Leases deliveries and returns their IDs. Checks the order again, because an older delivery may have gained an item of the same
 * monitor since the first check.
 */
async function lease(
  db: Kysely<Schema>,
  ids: readonly number[],
  leaseUntil: number,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .updateTable('deliveries as d')
    .set({ due_at: leaseUntil, lease_until: leaseUntil })
    .where('d.id', 'in', ids)
    .where(sql<boolean>`NOT ${isBehind}`)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Extends only claims that this process still holds: the lease end must match. Skips locked rows. */
export async function extendClaims(
  db: Transaction<Schema>,
  {
    claims,
    until,
    locks,
  }: { readonly claims: readonly Claim[]; readonly until: number; readonly locks: RowLocks },
): Promise<readonly number[]> {
  const extended: number[] = [];
  for (const [leaseUntil, together] of Map.groupBy(claims, (claim) => claim.leaseUntil)) {
    const heldClaims = db
      .selectFrom('deliveries as d')
      .select('d.id')
      .where(
        'd.id',
        'in',
        together.map(({ deliveryID }) => deliveryID),
      )
      .where('d.state', '=', sql.lit('waiting'))
      .where('d.lease_until', '=', leaseUntil)
      .modifyEnd(locks.skipLocked('d'));
    const rows = await db
      .updateTable('deliveries')
      .set({ due_at: until, lease_until: until })
      .where('id', 'in', heldClaims)
      .returning('id')
      .execute();
    extended.push(...rows.map(({ id }) => id));
  }
  return extended;
}

/** Makes retries due now. Combined messages that were never attempted keep their due time. */
export async function retryChannel(
  db: Kysely<Schema>,
  channelID: number,
  { now, locks }: { readonly now: number; readonly locks: RowLocks },
): Promise<number> {
  const waiting = db
    .selectFrom('deliveries as d')
    .select('d.id')
    .where('d.state', '=', sql.lit('waiting'))
    .where('d.channel_id', '=', channelID)
    .where('d.due_at', '>', now)
    .where('d.lease_until', '<=', now)
    .where('d.attempts', '>', 0)
    .modifyEnd(locks.skipLocked('d'));
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('id', 'in', waiting)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function findNextDeliveryAt(db: Kysely<Schema>): Promise<number | null> {
  const { rows } = await sql<{ readonly at: number | null }>`WITH RECURSIVE ${waitingChannels}
    SELECT MIN((SELECT d.due_at FROM deliveries d WHERE d.state = 'waiting' AND d.channel_id = w.channel_id
      AND NOT ${isBehind} ORDER BY d.due_at, d.id LIMIT 1)) AS at
    FROM waiting w LEFT JOIN channels c ON c.id = w.channel_id WHERE ${acceptsMessages}`.execute(db);
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
