import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** Makes held alerts of a team due, except those held for flapping. Returns their number. */
export async function replanHeldAlerts(db: Kysely<Schema>, teamID: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ plan_at: now })
    .where('planned_at', 'is', null)
    .where('plan_at', '>', now)
    .where('team_id', '=', teamID)
    .where('held', 'is not', null)
    .where((where) => where.or([where('held_by', 'is', null), where('held_by', '!=', 'flapping')]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
