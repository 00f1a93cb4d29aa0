import type { Kysely } from 'kysely';
import type { Access } from '../../domain/access/access.ts';
import { STRONG_METHODS, type TeamSecurity } from '../../domain/access/team-security.ts';
import type { Schema } from '../schema.ts';

/** Selects whether users can sign in with a second factor: a code, a passkey, or the one of their identity provider. */
function users(db: Kysely<Schema>) {
  return db
    .selectFrom('users as u')
    .leftJoin('passkeys as k', 'k.user_id', 'u.id')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.user_id', '=', 'u.id').on('a.provider_id', '=', 'oidc'),
    );
}

async function hasFactor(db: Kysely<Schema>, userID: string): Promise<boolean> {
  const found = await users(db)
    .select('u.id')
    .where('u.id', '=', userID)
    .where((where) =>
      where.or([
        where('u.two_factor_enabled', '=', 1),
        where('k.id', 'is not', null),
        where('a.id', 'is not', null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a credential stands for two factors: a session must have used them; for a token, its holder must have them. */
export async function hasSecondFactor(
  db: Kysely<Schema>,
  { userID, via }: Pick<Access, 'userID' | 'via'>,
): Promise<boolean> {
  if (via.kind === 'token') return hasFactor(db, userID);
  const found = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.id', '=', via.sessionID)
    .where((where) =>
      where.or([where('u.two_factor_enabled', '=', 1), where('s.sign_in_method', 'in', [...STRONG_METHODS])]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

export async function membersWithoutFactor(db: Kysely<Schema>, teamID: string): Promise<ReadonlySet<string>> {
  const rows = await users(db)
    .innerJoin('members as m', 'm.user_id', 'u.id')
    .select('m.id')
    .distinct()
    .where('m.team_id', '=', teamID)
    .where('u.two_factor_enabled', '=', 0)
    .where('k.id', 'is', null)
    .where('a.id', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function findTeamSecurity(db: Kysely<Schema>, teamID: string): Promise<TeamSecurity> {
  const row = await db
    .selectFrom('teams')
    .select(['two_factor_required', 'token_days_max'])
    .where('id', '=', teamID)
    .executeTakeFirst();
  return { requiresTwoFactor: row?.two_factor_required === 1, tokenDaysMax: row?.token_days_max ?? null };
}
