import { ROLES } from '@overdue/domain/access/access.ts';
import type { Kysely, Transaction } from 'kysely';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import { SESSION_HAS_FACTOR } from '../../teams/queries/security.ts';
import type { AccountStore, NewSession, Session, SessionAccess } from '../contract.ts';

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

const COLUMNS = [
  's.id',
  's.user_id',
  's.created_at',
  's.updated_at',
  's.expires_at',
  's.ip_address',
  's.user_agent',
  's.authenticated_at',
] as const;

interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly authenticated_at: number | null;
}

function parseSession(row: SessionRow): Session {
  return {
    id: row.id,
    userID: row.user_id,
    createdAt: Date.parse(row.created_at),
    usedAt: Date.parse(row.updated_at),
    authenticatedAt: row.authenticated_at ?? Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
    remoteAddress: row.ip_address ?? '',
    userAgent: row.user_agent ?? '',
  };
}

export async function findSession(
  db: Kysely<Schema>,
  token: string,
  now: number,
): Promise<SessionAccess | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', 'm.user_id', 's.user_id')
    .leftJoin('teams', 'teams.id', 'm.team_id')
    .select([...COLUMNS, 'm.id as member_id', 'm.team_id', 'm.role', 'teams.two_factor_required'])
    .select(SESSION_HAS_FACTOR.as('has_factor'))
    .where('s.token', '=', token)
    .where('s.expires_at', '>', isoTime(now))
    .orderBy((order) =>
      order.case().when('m.team_id', '=', order.ref('s.active_team_id')).then(0).else(1).end(),
    )
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const session = parseSession(row);
  if (row.member_id === null || row.team_id === null || row.role === null) return { session, access: null };
  const via = { kind: 'session', sessionID: row.id, authenticatedAt: session.authenticatedAt } as const;
  const hasSecondFactor = row.has_factor === 1;
  return {
    session,
    access: {
      userID: row.user_id,
      via,
      teamID: row.team_id,
      memberID: row.member_id,
      role: requireOneOf(ROLES, row.role, 'members.role'),
      // A session has full scope, because the user's role already limits access.
      scope: 'admin',
      projects: null,
      hasSecondFactor,
      lacksSecondFactor: row.two_factor_required === 1 && !hasSecondFactor,
    },
  };
}

export async function insertSession(db: Kysely<Schema>, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userID,
      token: session.token,
      created_at: isoTime(session.createdAt),
      updated_at: isoTime(session.createdAt),
      expires_at: isoTime(session.expiresAt),
      ip_address: session.remoteAddress,
      user_agent: session.userAgent,
      active_team_id: null,
      authenticated_at: null,
    })
    .execute();
}

export async function touchSession(
  db: Kysely<Schema>,
  { id, at, expiresAt }: { readonly id: string; readonly at: number; readonly expiresAt: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: isoTime(at), expires_at: isoTime(expiresAt) })
    .where('id', '=', id)
    .execute();
}

export async function listSessions(db: Kysely<Schema>, userID: string, now: number): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(COLUMNS)
    .where('s.user_id', '=', userID)
    .where('s.expires_at', '>', isoTime(now))
    .orderBy('s.updated_at', 'desc')
    .orderBy('s.id')
    .execute();
  return rows.map(parseSession);
}

export async function deleteSessions(
  db: Kysely<Schema>,
  userID: string,
  selection: Parameters<AccountStore['endSessions']>[1],
): Promise<number> {
  const sessions = db.deleteFrom('sessions').where('user_id', '=', userID);
  const { numDeletedRows } = await ('id' in selection
    ? sessions.where('id', '=', selection.id)
    : sessions.where('id', '!=', selection.exceptID ?? '')
  ).executeTakeFirst();
  return Number(numDeletedRows);
}

export async function changeSession(
  db: Transaction<Schema>,
  { id, userID }: Pick<Session, 'id' | 'userID'>,
  change: Parameters<AccountStore['changeSession']>[1],
): Promise<boolean> {
  const isTeamChosen = 'activeTeamID' in change;
  if (isTeamChosen && !(await isMember(db, userID, change.activeTeamID))) return false;
  await db
    .updateTable('sessions')
    .set(
      isTeamChosen ? { active_team_id: change.activeTeamID } : { authenticated_at: change.authenticatedAt },
    )
    .where('id', '=', id)
    .where('user_id', '=', userID)
    .execute();
  return true;
}

async function isMember(db: Kysely<Schema>, userID: string, teamID: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', userID)
    .where('team_id', '=', teamID)
    .executeTakeFirst();
  return member !== undefined;
}
