import { sql, type Transaction } from 'kysely';
import type { Attempt } from '../alert-store.ts';
import type { Schema } from '../schema.ts';
import { noteChannels } from './channel-news.ts';
import { endDeliveries } from './delivery-end.ts';
import { mergeIntoRecoveries } from './late-merge.ts';

export type EndedAttempt = Attempt & { readonly deliveryID: number; readonly channelID: number };

/** A few statements, however many attempts: many end at the same time when there is much to send. */
export async function recordAttempts(
  db: Transaction<Schema>,
  attempts: readonly EndedAttempt[],
): Promise<void> {
  const known = await withoutDeleted(db, attempts);
  if (known.length === 0) return;
  await insertAttempts(db, known);
  await mergeIntoRecoveries(
    db,
    known.filter(({ outcome }) => outcome === 'failed'),
  );
  await retry(
    db,
    known.filter((attempt) => stateAfter(attempt) === 'waiting'),
  );
  for (const state of ['sent', 'failed'] as const) {
    const ended = known.filter((attempt) => stateAfter(attempt) === state);
    for (const [doneAt, together] of Map.groupBy(ended, ({ at }) => at)) {
      const ids = together.map(({ deliveryID }) => deliveryID);
      await endDeliveries(db, ids, { state, doneAt });
    }
  }
  await noteChannels(db, known);
}

function stateAfter({ outcome, nextAt }: EndedAttempt): 'sent' | 'failed' | 'waiting' {
  if (outcome === 'sent') return 'sent';
  return outcome === 'failed' && nextAt !== null ? 'waiting' : 'failed';
}

/** A channel may have been deleted with its deliveries while they were under way. */
async function withoutDeleted(
  db: Transaction<Schema>,
  attempts: readonly EndedAttempt[],
): Promise<readonly EndedAttempt[]> {
  if (attempts.length === 0) return [];
  const rows = await db.selectFrom('deliveries').select('id').where('id', 'in', idsOf(attempts)).execute();
  const kept = new Set(rows.map(({ id }) => id));
  return attempts.filter(({ deliveryID }) => kept.has(deliveryID));
}

async function insertAttempts(db: Transaction<Schema>, attempts: readonly EndedAttempt[]): Promise<void> {
  await db
    .insertInto('delivery_attempts')
    .values(
      attempts.map(({ deliveryID, at, latencyMs, outcome, status, answer, nextAt }) => ({
        delivery_id: deliveryID,
        at,
        latency_ms: latencyMs,
        outcome,
        status,
        answer,
        next_at: nextAt,
      })),
    )
    .execute();
  await db
    .updateTable('deliveries')
    .set({ attempts: sql`attempts + 1` })
    .where('id', 'in', idsOf(attempts))
    .execute();
}

async function retry(db: Transaction<Schema>, attempts: readonly EndedAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await db
    .updateTable('deliveries')
    .set({
      lease_until: 0,
      due_at: sql`(SELECT a.next_at FROM delivery_attempts a WHERE a.delivery_id = deliveries.id
        ORDER BY a.id DESC LIMIT 1)`,
    })
    .where('id', 'in', idsOf(attempts))
    .where('state', '=', 'waiting')
    .execute();
}

function idsOf(attempts: readonly EndedAttempt[]): number[] {
  return attempts.map(({ deliveryID }) => deliveryID);
}
