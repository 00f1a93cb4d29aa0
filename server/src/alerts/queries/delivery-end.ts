import type { Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';

type End =
  | { readonly state: 'sent' | 'failed'; readonly doneAt: number }
  | { readonly state: 'merged'; readonly doneAt: number; readonly into: string };

/** Ends waiting deliveries, so that later deliveries can be sent. Leaves finished deliveries unchanged. */
export async function endDeliveries(
  db: Transaction<Schema>,
  ids: readonly number[],
  end: End,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('deliveries')
    .set({
      state: end.state,
      done_at: end.doneAt,
      lease_until: 0,
      merged_into: end.state === 'merged' ? end.into : null,
    })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
  await db.updateTable('delivery_items').set({ waiting: 0 }).where('delivery_id', 'in', ids).execute();
}
