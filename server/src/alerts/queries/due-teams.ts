import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** Returns the team whose outbox row has been due the longest; null if none is due. */
export async function findDueTeam(db: Kysely<Schema>, now: number): Promise<string | null> {
  const row = await due(db, now).orderBy('plan_at').orderBy('id').limit(1).executeTakeFirst();
  return row?.team_id ?? null;
}

/** Returns the first team with due rows after `teamID`, in the order of IDs. The search wraps around. */
export async function findDueTeamAfter(
  db: Kysely<Schema>,
  teamID: string,
  now: number,
): Promise<string | null> {
  const byID = due(db, now).orderBy('team_id').orderBy('plan_at').limit(1);
  const next = await byID.where('team_id', '>', teamID).executeTakeFirst();
  return (next ?? (await byID.executeTakeFirst()))?.team_id ?? null;
}

function due(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('outbox')
    .select('team_id')
    .where('planned_at', 'is', null)
    .where('plan_at', '<=', now);
}
