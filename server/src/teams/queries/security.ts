import { STRONG_METHODS, type TeamSecurity } from '@overdue/domain/access/team-security.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';

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

/** SQL for whether a session `s` of a user `u` was signed in with a second factor: 1 or 0. */
export const SESSION_HAS_FACTOR = sql<number>`CASE WHEN u.two_factor_enabled = 1
  OR s.sign_in_method IN (${sql.join(STRONG_METHODS)}) THEN 1 ELSE 0 END`;

/** SQL for whether a member `m`, who holds a token, has a second factor: 1 or 0. */
export function holderHasFactor(db: Kysely<Schema>) {
  const holder = usersWithFactor(db).where('f.id', '=', sql.ref<string>('m.user_id'));
  return sql<number>`CASE WHEN EXISTS ${holder} THEN 1 ELSE 0 END`;
}

export async function findTeamSecurity(db: Kysely<Schema>, teamID: string): Promise<TeamSecurity> {
  const row = await db
    .selectFrom('teams')
    .select(['two_factor_required', 'token_days_max'])
    .where('id', '=', teamID)
    .executeTakeFirst();
  return { requiresTwoFactor: row?.two_factor_required === 1, tokenDaysMax: row?.token_days_max ?? null };
}
