import type { Role } from '@overdue/domain/access/access.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

const ADMINS: readonly Role[] = ['owner', 'admin'];
const ADMINS_MAX = 20;

/** Returns the email addresses of a team's owners and admins: owners first, then in order of joining. */
export async function listAdminAddresses(db: Kysely<Schema>, teamID: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.team_id', '=', teamID)
    .where('m.role', 'in', ADMINS)
    // 'owner' sorts after 'admin'.
    .orderBy('m.role', 'desc')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(ADMINS_MAX)
    .execute();
  return rows.map(({ email }) => email);
}
