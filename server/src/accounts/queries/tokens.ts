import { type Access, ROLES, SCOPES } from '@overdue/domain/access/access.ts';
import { USE_RECORDED_EVERY_MS } from '@overdue/domain/access/last-use.ts';
import { tokenEnd } from '@overdue/domain/access/team-security.ts';
import type { Kysely } from 'kysely';
import type { QueryContext } from '../../database/query-context.ts';
import { parseTexts, requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { listMembers } from '../../teams/queries/members.ts';
import { holderHasFactor } from '../../teams/queries/security.ts';
import type { NewToken, Token, TokenStore } from '../contract.ts';

async function findAccess(db: Kysely<Schema>, hash: string, now: number): Promise<Access | null> {
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .innerJoin('teams', 'teams.id', 'm.team_id')
    .select(['t.id', 't.name', 't.scope', 't.created_at', 't.expires_at', 't.projects', 't.member_id'])
    .select(['m.team_id', 'm.user_id', 'm.role', 'teams.two_factor_required', 'teams.token_days_max'])
    .select(holderHasFactor(db).as('has_factor'))
    .where('t.hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return null;
  const end = tokenEnd({ createdAt: row.created_at, expiresAt: row.expires_at }, row.token_days_max);
  if (end !== null && end <= now) return null;
  const hasSecondFactor = row.has_factor === 1;
  return {
    userID: row.user_id,
    via: { kind: 'token', tokenID: row.id, name: row.name, endsAt: end },
    teamID: row.team_id,
    memberID: row.member_id,
    role: requireOneOf(ROLES, row.role, 'members.role'),
    scope: requireOneOf(SCOPES, row.scope, 'api_tokens.scope'),
    projects: row.projects === null ? null : parseTexts(row.projects, 'api_tokens.projects'),
    hasSecondFactor,
    lacksSecondFactor: row.two_factor_required === 1 && !hasSecondFactor,
  };
}

export async function touchToken(db: Kysely<Schema>, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', at - USE_RECORDED_EVERY_MS)]),
    )
    .execute();
}

/** IDs grow with time, so they sort by creation. */
async function listTokens(
  db: Kysely<Schema>,
  {
    memberID,
    afterID,
    limit,
  }: { readonly memberID: string; readonly afterID: string; readonly limit: number },
): Promise<Token[]> {
  const rows = await db
    .selectFrom('api_tokens as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .innerJoin('teams', 'teams.id', 'm.team_id')
    .select(['t.id', 't.name', 't.scope', 't.prefix', 't.created_at', 't.last_used_at', 't.expires_at'])
    .select(['t.projects', 'teams.token_days_max'])
    .where('t.member_id', '=', memberID)
    .where('t.id', '>', afterID)
    .orderBy('t.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: requireOneOf(SCOPES, row.scope, 'api_tokens.scope'),
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: tokenEnd({ createdAt: row.created_at, expiresAt: row.expires_at }, row.token_days_max),
    projects: row.projects === null ? null : parseTexts(row.projects, 'api_tokens.projects'),
  }));
}

export async function insertToken(db: Kysely<Schema>, token: NewToken): Promise<void> {
  await db
    .insertInto('api_tokens')
    .values({
      id: token.id,
      member_id: token.memberID,
      name: token.name,
      scope: token.scope,
      prefix: token.prefix,
      hash: token.hash,
      created_at: token.createdAt,
      last_used_at: null,
      expires_at: token.expiresAt,
      projects: token.projects === null ? null : JSON.stringify(token.projects),
    })
    .execute();
}

/** Makes a token work that its program now receives. Null if the token was revoked in the meantime. */
export async function receiveToken(
  db: Kysely<Schema>,
  unreceivedHash: string,
  hash: string,
): Promise<Pick<Token, 'id' | 'scope'> | null> {
  const received = await db
    .updateTable('api_tokens')
    .set({ hash })
    .where('hash', '=', unreceivedHash)
    .returning(['id', 'scope'])
    .executeTakeFirst();
  return received === undefined
    ? null
    : { id: received.id, scope: requireOneOf(SCOPES, received.scope, 'api_tokens.scope') };
}

async function deleteToken(
  db: Kysely<Schema>,
  memberID: string,
  id: string,
): Promise<Pick<Token, 'name'> | null> {
  const deleted = await db
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('member_id', '=', memberID)
    .returning('name')
    .executeTakeFirst();
  return deleted ?? null;
}

/** Reports a change of a member's tokens. */
export async function reportMember(
  { db, feed }: Pick<QueryContext, 'db' | 'feed'>,
  memberID: string,
): Promise<void> {
  if (!feed.isNeeded()) return;
  for (const { teamID } of await listMembers(db, { memberID })) feed.changed(teamID, 'team');
}

export function tokenQueries({ db, feed, inTransaction, insertWithReferences }: QueryContext): TokenStore {
  return {
    authenticate: (hash, now) => findAccess(db, hash, now),
    listTokens: (memberID, afterID, limit) => listTokens(db, { memberID, afterID, limit }),
    async createToken(token, references) {
      await inTransaction((transaction) =>
        insertWithReferences(transaction, references, () => insertToken(transaction, token)),
      );
      await reportMember({ db, feed }, token.memberID);
    },
    async revokeToken(memberID, id) {
      const deleted = await deleteToken(db, memberID, id);
      if (deleted !== null) {
        await reportMember({ db, feed }, memberID);
        await feed.accessChanged();
      }
      return deleted;
    },
  };
}
