import { roleMay } from '@overdue/domain/access/access.ts';
import { INVITED_ROLES } from '@overdue/domain/access/membership.ts';
import { tokenEnd } from '@overdue/domain/access/team-security.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requireOneOf } from '../../database/rows.ts';
import type { Schema } from '../../database/schema.ts';
import type {
  Invitation,
  InvitationKey,
  InvitationSelection,
  Joiner,
  JoinResult,
  NewInvitation,
} from '../contract.ts';
import { emailKey, insertUser } from './identity.ts';
import { findMember, insertMembership } from './members.ts';

function invitations(db: Kysely<Schema>) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('teams as t', 't.id', 'i.team_id')
    .innerJoin('members as m', 'm.id', 'i.invited_by')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('api_tokens as a', 'a.id', 'i.token_id')
    .select(['t.token_days_max', 'a.created_at as token_created_at'])
    .select(['i.id', 'i.team_id', 'i.email', 'i.role', 'i.created_at', 'i.expires_at', 'i.invited_by'])
    .select(['t.name as team', 'u.name as inviter_name', 'u.email as inviter_email']);
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>;

/** Returns when an invitation expires, or ends with the token that created it. */
function endOf(row: Pick<InvitationRow, 'expires_at' | 'token_created_at' | 'token_days_max'>): number {
  const { expires_at: expiresAt, token_created_at: createdAt, token_days_max: tokenDaysMax } = row;
  return createdAt === null ? expiresAt : (tokenEnd({ createdAt, expiresAt }, tokenDaysMax) ?? expiresAt);
}

function parseInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    teamID: row.team_id,
    team: row.team,
    email: row.email,
    role: requireOneOf(INVITED_ROLES, row.role, 'invitations.role'),
    createdAt: row.created_at,
    expiresAt: endOf(row),
    invitedBy: { memberID: row.invited_by, name: row.inviter_name, email: row.inviter_email },
  };
}

/** Requires the team lock. */
export async function insertInvitation(
  db: Transaction<Schema>,
  invitation: NewInvitation,
  max: number,
): Promise<'created' | 'too_many' | 'member' | 'not_allowed'> {
  const { teamID, role, createdAt, invitedBy } = invitation;
  const email = invitation.email === null ? null : emailKey(invitation.email);
  const inviter = await findMember(db, teamID, invitedBy);
  if (inviter === null || !roleMay('administer', inviter.role)) return 'not_allowed';
  if (email !== null && (await isMember(db, teamID, { email }))) return 'member';
  await db
    .deleteFrom('invitations')
    .where('team_id', '=', teamID)
    .where((where) => where.or([where('expires_at', '<=', createdAt), where('email', '=', email)]))
    .execute();
  const { open } = await db
    .selectFrom('invitations')
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('open'))
    .where('team_id', '=', teamID)
    .executeTakeFirstOrThrow();
  if (open >= max) return 'too_many';
  await db
    .insertInto('invitations')
    .values({
      id: invitation.id,
      team_id: teamID,
      email,
      role,
      hash: invitation.hash,
      created_at: createdAt,
      expires_at: invitation.expiresAt,
      invited_by: invitedBy,
      token_id: invitation.endsWithToken,
    })
    .execute();
  return 'created';
}

async function isMember(
  db: Kysely<Schema>,
  teamID: string,
  invitee: { readonly email: string } | { readonly userID: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where('m.team_id', '=', teamID)
    .$if('email' in invitee, (query) => query.where('u.email', '=', 'email' in invitee ? invitee.email : ''))
    .$if('userID' in invitee, (query) => query.where('u.id', '=', 'userID' in invitee ? invitee.userID : ''))
    .executeTakeFirst();
  return row !== undefined;
}

export async function listInvitations(
  db: Kysely<Schema>,
  of: InvitationSelection,
  now: number,
): Promise<Invitation[]> {
  const open = invitations(db)
    .where('i.expires_at', '>', now)
    .where((where) =>
      where.or([
        where('a.created_at', 'is', null),
        where('t.token_days_max', 'is', null),
        where(
          'a.created_at',
          '>',
          sql<number>`${now} - CAST(t.token_days_max AS BIGINT) * ${sql.lit(DAY_MS)}`,
        ),
      ]),
    );
  const rows = await select(open, of).execute();
  return rows.map(parseInvitation);
}

function select(open: ReturnType<typeof invitations>, of: InvitationSelection) {
  if ('hash' in of) return open.where('i.hash', '=', of.hash);
  if ('id' in of) return open.where('i.id', '=', of.id);
  if ('email' in of) return open.where('i.email', '=', emailKey(of.email)).orderBy('i.id', 'desc').limit(1);
  return open
    .where('i.team_id', '=', of.teamID)
    .where('i.id', '>', of.afterID)
    .orderBy('i.id')
    .limit(of.limit);
}

export async function deleteInvitation(
  db: Transaction<Schema>,
  teamID: string,
  id: string,
): Promise<Invitation | null> {
  const row = await invitations(db).where('i.team_id', '=', teamID).where('i.id', '=', id).executeTakeFirst();
  return row !== undefined && (await take(db, id)) ? parseInvitation(row) : null;
}

/** Deletes an invitation. If several callers try concurrently, only one gets true. */
async function take(db: Transaction<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Accepts an invitation. Requires the team lock. Until all checks have passed, writes only the user, to reserve the email
 * address.
 */
export async function acceptInvitation(
  db: Transaction<Schema>,
  {
    by,
    joiner,
    now,
    membersMax,
  }: {
    readonly by: InvitationKey;
    readonly joiner: Joiner;
    readonly now: number;
    readonly membersMax: number;
  },
): Promise<JoinResult> {
  const [invitation] = await listInvitations(db, by, now);
  if (invitation === undefined) return { outcome: 'gone' };
  const { teamID, role } = invitation;
  const email = 'email' in joiner ? emailKey(joiner.email) : await emailOf(db, joiner.userID);
  if (invitation.email !== null && invitation.email !== email) return { outcome: 'other_email' };
  if (await isMember(db, teamID, { userID: joiner.userID })) return { outcome: 'member' };
  if ((await countMembers(db, teamID)) >= membersMax) return { outcome: 'too_many' };
  if ('email' in joiner && !(await insertUser(db, { ...joiner, email, createdAt: now })))
    return { outcome: 'email_taken' };
  if (!(await take(db, invitation.id)))
    throw new Error('An invitation disappeared while its team was locked.');
  const { memberID, userID } = joiner;
  const member = await insertMembership(db, teamID, { memberID, userID, role, createdAt: now });
  return { outcome: 'joined', member, invitation };
}

async function emailOf(db: Kysely<Schema>, userID: string): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userID)
    .executeTakeFirstOrThrow();
  return email;
}

async function countMembers(db: Kysely<Schema>, teamID: string): Promise<number> {
  const { members } = await db
    .selectFrom('members')
    .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('members'))
    .where('team_id', '=', teamID)
    .executeTakeFirstOrThrow();
  return members;
}
