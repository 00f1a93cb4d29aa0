import type { Kysely } from 'kysely';
import { type Access, ROLES, SCOPES } from '../../domain/access.ts';
import { oneOf } from '../rows.ts';
import type { Schema } from '../schema.ts';
import type { NewToken, Token } from '../store.ts';

/** Each request uses a token; not each may cost a write. */
const TOUCH_EVERY_MS = 60_000;

export async function findAccess(db: Kysely<Schema>, hash: string, now: number): Promise<Access | null> {
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .select(['t.id', 't.scope', 't.expires_at', 't.member_id', 'm.team_id', 'm.user_id', 'm.role'])
    .where('t.hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return null;
  return {
    via: { kind: 'token', tokenID: row.id },
    teamID: row.team_id,
    memberID: row.member_id,
    userID: row.user_id,
    role: oneOf(ROLES, row.role, 'members.role'),
    scope: oneOf(SCOPES, row.scope, 'api_tokens.scope'),
  };
}

export async function touchToken(db: Kysely<Schema>, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', at - TOUCH_EVERY_MS)]),
    )
    .execute();
}

/** IDs grow with time, so that their order is the order of creation. */
export async function listTokens(
  db: Kysely<Schema>,
  memberID: string,
  afterID: string,
  limit: number,
): Promise<Token[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scope', 'prefix', 'created_at', 'last_used_at', 'expires_at'])
    .where('member_id', '=', memberID)
    .where('id', '>', afterID)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scope: oneOf(SCOPES, row.scope, 'api_tokens.scope'),
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
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
    })
    .execute();
}

export async function deleteToken(db: Kysely<Schema>, memberID: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('member_id', '=', memberID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
