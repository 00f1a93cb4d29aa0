import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Returns the ID at which a step of `span` monitors after `afterID` ends; null for the last step. Skips deleted monitors, so that no
 * step is empty.
 */
export async function findSpanEnd(db: Kysely<Schema>, afterID: number, span: number): Promise<number | null> {
  const rows = await db
    .selectFrom('monitor_states')
    .select('monitor_id')
    .where('monitor_id', '>', afterID)
    .orderBy('monitor_id')
    .offset(span - 1)
    .limit(2)
    .execute();
  return rows[1] === undefined ? null : (rows[0]?.monitor_id ?? null);
}
