import { type Kysely, sql, type Transaction } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { RowLocks } from '../database/row-locks.ts';
import type { Schema } from '../database/schema.ts';
import type { ForwardingClaim, ForwardingResult, ForwardingState, ForwardingStore } from './contract.ts';

/**
 * Starts forwarding for a new monitor, from its first ping on. When a monitor is edited, the batch code of each database starts
 * forwarding.
 */
export async function startForwarding(
  db: Kysely<Schema>,
  monitorID: number,
  forwardTo: string,
): Promise<void> {
  if (forwardTo === '') return;
  await db.insertInto('forwarding').values({ monitor_id: monitorID, forwarded_until: 0 }).execute();
}

type TakeOptions = Parameters<ForwardingStore['takeForwarding']>[0];

/** Reads without a transaction first, because most of the time there is nothing to forward. */
async function takeForwarding(
  { db, inTransaction, locks }: Pick<QueryContext, 'db' | 'inTransaction' | 'locks'>,
  options: TakeOptions,
): Promise<readonly ForwardingClaim[]> {
  const { results } = options;
  const isIdle =
    results.length === 0 && (await due(db, options).select('f.monitor_id').limit(1).execute()).length === 0;
  if (isIdle) return [];
  return inTransaction(async (transaction) => {
    // Saves in the order of monitor IDs, which prevents deadlocks between two processes.
    for (const result of results.toSorted((a, b) => a.monitorID - b.monitorID))
      await saveResult(transaction, result);
    return claim(transaction, options, locks);
  });
}

function due(db: Kysely<Schema>, { now, takesOver }: TakeOptions) {
  return db
    .selectFrom('forwarding as f')
    .innerJoin('monitor_states as s', 's.monitor_id', 'f.monitor_id')
    .whereRef('s.event_count', '>', 'f.forwarded_until')
    .where('f.due_at', '<=', now)
    .$if(!takesOver, (query) => query.where('f.lease_until', '<=', now));
}

async function claim(
  db: Transaction<Schema>,
  options: TakeOptions,
  locks: RowLocks,
): Promise<readonly ForwardingClaim[]> {
  const { leaseUntil, limit } = options;
  if (limit <= 0) return [];
  const rows = await due(db, options)
    .innerJoin('monitors as m', 'm.id', 'f.monitor_id')
    .select(['f.monitor_id', 'f.forwarded_until', 'f.attempts', 's.event_count'])
    .select(['m.short_id', 'm.normalized_ping_id', 'm.forward_to'])
    .where('m.forward_to', '!=', '')
    .orderBy('f.due_at')
    .orderBy('f.monitor_id')
    .limit(limit)
    .modifyEnd(locks.skipLocked('f'))
    .execute();
  if (rows.length === 0) return [];
  await db
    .updateTable('forwarding')
    .set({ lease_until: leaseUntil })
    .where(
      'monitor_id',
      'in',
      rows.map((row) => row.monitor_id),
    )
    .execute();
  return rows.map((row) => ({
    monitorID: row.monitor_id,
    shortID: row.short_id,
    normalizedPingID: row.normalized_ping_id,
    url: row.forward_to,
    lastForwardedEvent: row.forwarded_until,
    eventCount: row.event_count,
    attempts: row.attempts,
    leaseUntil,
  }));
}

async function saveResult(db: Transaction<Schema>, result: ForwardingResult): Promise<void> {
  const { monitorID, leaseUntil, sentAt, failure, dropped, endedAt } = result;
  await db
    .updateTable('forwarding')
    .set({
      forwarded_until: result.lastForwardedEvent,
      attempts: result.attempts,
      due_at: result.dueAt,
      lease_until: 0,
      ...(sentAt === null ? {} : { last_sent_at: sentAt, error: '' }),
      ...(failure === null ? {} : { failed_at: failure.at, error: failure.error }),
      ...(dropped === 0 ? {} : { dropped: sql<number>`dropped + ${dropped}`, dropped_at: endedAt }),
    })
    .where('monitor_id', '=', monitorID)
    .where('lease_until', '=', leaseUntil)
    .execute();
}

async function findForwarding(db: Kysely<Schema>, monitorID: number): Promise<ForwardingState | null> {
  const row = await db
    .selectFrom('forwarding as f')
    .innerJoin('monitor_states as s', 's.monitor_id', 'f.monitor_id')
    .selectAll('f')
    .select('s.event_count')
    .where('f.monitor_id', '=', monitorID)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    backlog: Math.max(0, row.event_count - row.forwarded_until),
    lastSentAt: row.last_sent_at,
    failedAt: row.failed_at,
    error: row.error,
    retryAt: row.attempts === 0 ? null : row.due_at,
    dropped: row.dropped,
    droppedAt: row.dropped_at,
  };
}

export function forwardingQueries({ db, inTransaction, locks }: QueryContext): ForwardingStore {
  return {
    takeForwarding: (options) => takeForwarding({ db, inTransaction, locks }, options),
    findForwarding: (monitorID) => findForwarding(db, monitorID),
  };
}
