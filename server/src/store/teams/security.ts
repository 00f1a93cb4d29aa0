import type { Kysely } from 'kysely';
import type { Access } from '../../domain/access/access.ts';
import { STRONG_METHODS, type TeamSecurity } from '../../domain/access/team-security.ts';
import type { Schema } from '../schema.ts';

/** Selects users who can sign in with a second factor: a code, a passkey, or a second factor of their identity provider. */
export function usersWithFactor(db: Kysely<Schema>) {
  return db
    .selectFrom('users as f')
    .leftJoin('passkeys as k', 'k.user_id', 'f.id')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.user_id', '=', 'f.id').on('a.provider_id', '=', 'oidc'),
    )
    .select('f.id')
    .where((where) =>
      where.or([
        where('f.two_factor_enabled', '=', 1),
        where('k.id', 'is not', null),
        where('a.id', 'is not', null),
      ]),
    );
}

/** Returns whether a session was signed in with a second factor, or whether a token's holder has one. */
export async function hasSecondFactor(
  db: Kysely<Schema>,
  { userID, via }: Pick<Access, 'userID' | 'via'>,
): Promise<boolean> {
  if (via.kind === 'token') {
    const holder = usersWithFactor(db).where('f.id', '=', userID).limit(1);
    return (await holder.executeTakeFirst()) !== undefined;
  }
  const session = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.id', '=', via.sessionID)
    .where((where) =>
      where.or([where('u.two_factor_enabled', '=', 1), where('s.sign_in_method', 'in', [...STRONG_METHODS])]),
    )
    .executeTakeFirst();
  return session !== undefined;
}

export async function findTeamSecurity(db: Kysely<Schema>, teamID: string): Promise<TeamSecurity> {
  const row = await db
    .selectFrom('teams')
    .select(['two_factor_required', 'token_days_max'])
    .where('id', '=', teamID)
    .executeTakeFirst();
  return { requiresTwoFactor: row?.two_factor_required === 1, tokenDaysMax: row?.token_days_max ?? null };
}
