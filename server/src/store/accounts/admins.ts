import type { Kysely } from 'kysely';
import type { Role } from '../../domain/access/access.ts';
import type { Schema } from '../schema.ts';

const ADMINS: readonly Role[] = ['owner', 'admin'];
/** Enough that somebody reads it, and no flood. */
const ADMINS_MAX = 20;

/** The mail addresses of a team's owners and admins, owners first, then by how long they have been in it. */
export async function listAdminAddresses(db: Kysely<Schema>, teamID: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.team_id', '=', teamID)
    .where('m.role', 'in', ADMINS)
    // The word owner sorts behind the word admin.
    .orderBy('m.role', 'desc')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(ADMINS_MAX)
    .execute();
  return rows.map(({ email }) => email);
}
