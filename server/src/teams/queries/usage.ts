import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { TeamUsage } from '../contract.ts';

/** Counts in one statement, because each list of monitors shows the team's usage. */
export async function countUsage(db: Kysely<Schema>, teamID: string): Promise<TeamUsage> {
  const count = (table: keyof TeamUsage) =>
    db
      .selectFrom(table)
      .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('rows'))
      .where('team_id', '=', teamID);
  const { monitors, members, projects, channels } = await db
    .selectNoFrom([
      count('monitors').as('monitors'),
      count('members').as('members'),
      count('projects').as('projects'),
      count('channels').as('channels'),
    ])
    .executeTakeFirstOrThrow();
  return { monitors: monitors ?? 0, members: members ?? 0, projects: projects ?? 0, channels: channels ?? 0 };
}
