import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { TeamUsage } from './contract.ts';

export async function countUsage(db: Kysely<Schema>, teamID: string): Promise<TeamUsage> {
  const count = async (table: 'monitors' | 'members' | 'projects' | 'channels') => {
    const { rows } = await db
      .selectFrom(table)
      .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('rows'))
      .where('team_id', '=', teamID)
      .executeTakeFirstOrThrow();
    return rows;
  };
  return {
    monitors: await count('monitors'),
    members: await count('members'),
    projects: await count('projects'),
    channels: await count('channels'),
  };
}
