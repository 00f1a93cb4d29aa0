import type { Kysely } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { Schema } from '../schema.ts';

export async function teamsOfChannels(
  db: Kysely<Schema>,
  channelIDs: readonly number[],
): Promise<readonly string[]> {
  if (channelIDs.length === 0) return [];
  const rows = await db
    .selectFrom('channels')
    .select('team_id')
    .distinct()
    .where('id', 'in', channelIDs)
    .execute();
  return rows.map((row) => row.team_id);
}

/** The membership must be there, with the role of then, and what stands for it: the token, or the session. */
export async function holds(db: Kysely<Schema>, access: Access, now: number): Promise<boolean> {
  const member = db
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '=', access.memberID)
    .where('m.role', '=', access.role);
  const { via } = access;
  const found =
    via.kind === 'token'
      ? await member
          .innerJoin('api_tokens as t', 't.member_id', 'm.id')
          .where('t.id', '=', via.tokenID)
          .where((where) => where.or([where('t.expires_at', 'is', null), where('t.expires_at', '>', now)]))
          .executeTakeFirst()
      : await member
          .innerJoin('sessions as s', 's.user_id', 'm.user_id')
          .where('s.id', '=', via.sessionID)
          .where('s.expires_at', '>', new Date(now).toISOString())
          .executeTakeFirst();
  return found !== undefined;
}
