import type { Kysely } from 'kysely';
import { FLAPPING } from '../../domain/alerting/noise.ts';
import type { Schema } from '../schema.ts';

/** Makes held alerts of a team due, except those held for flapping. Returns their number. */
export async function replanHeldAlerts(db: Kysely<Schema>, teamID: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ plan_at: now })
    .where('planned_at', 'is', null)
    .where('plan_at', '>', now)
    .where('team_id', '=', teamID)
    .where('held', 'not like', `${FLAPPING}%`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
