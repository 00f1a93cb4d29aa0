import type { Access } from '@overdue/domain/access/access.ts';
import { tokenEnd } from '@overdue/domain/access/team-security.ts';
import type { Kysely } from 'kysely';
import type { QueryContext } from '../database/query-context.ts';
import type { Schema } from '../database/schema.ts';
import { findTeamSecurity, holderHasFactor, SESSION_HAS_FACTOR } from '../teams/queries/security.ts';
import type { LiveStore } from './contract.ts';

/** Returns whether the member still has the same role, and the token or session still grants access. */
async function hasAccess(db: Kysely<Schema>, access: Access, now: number): Promise<boolean> {
  const member = db
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '=', access.memberID)
    .where('m.role', '=', access.role);
  const { via } = access;
  const { requiresTwoFactor, tokenDaysMax } = await findTeamSecurity(db, access.teamID);
  const lacksFactor = (row: { readonly has_factor: number }) => requiresTwoFactor && row.has_factor !== 1;
  if (via.kind === 'session') {
    const session = await member
      .innerJoin('sessions as s', 's.user_id', 'm.user_id')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(SESSION_HAS_FACTOR.as('has_factor'))
      .where('s.id', '=', via.sessionID)
      .where('s.expires_at', '>', new Date(now).toISOString())
      .executeTakeFirst();
    return session !== undefined && !lacksFactor(session);
  }
  const token = await member
    .innerJoin('api_tokens as t', 't.member_id', 'm.id')
    .select(['t.created_at', 't.expires_at', holderHasFactor(db).as('has_factor')])
    .where('t.id', '=', via.tokenID)
    .executeTakeFirst();
  if (token === undefined || lacksFactor(token)) return false;
  const end = tokenEnd({ createdAt: token.created_at, expiresAt: token.expires_at }, tokenDaysMax);
  return end === null || end > now;
}

export function liveQueries({ db }: QueryContext) {
  return {
    hasAccess: (access, now) => hasAccess(db, access, now),
  } satisfies Partial<LiveStore>;
}
