import { type Access, mayDo, ROLES, roleMay } from '@overdue/domain/access/access.ts';
import { INVITED_ROLES } from '@overdue/domain/access/membership.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { memberName } from '../../api/member-name.ts';
import { decodeCursorText, pageOf, pageQuery } from '../../api/page.ts';
import { requireFreshSignIn, requireScope } from '../../api/permission.ts';
import { revision } from '../../api/precondition.ts';
import { EDIT_DESCRIPTION, readOnly, requireUnchanged } from '../../api/read-only.ts';
import { deletionCheckOf, type Resource, respondEdited } from '../../api/resources.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { nextCursor, pathID, timeOutput, UUID_EXAMPLE } from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { Invitation, Member, MembershipOutcome, TeamStore } from '../contract.ts';

export const memberParams = z.object({
  memberID: pathID.meta({ description: "The member's `memberID`.", example: UUID_EXAMPLE }),
});

const role = z.enum(ROLES).meta({
  id: 'Role',
  description:
    '`viewer` can only read. `member` can also change monitors and everything that belongs to them. `admin` can also manage ' +
    'members. `owner` can also manage owners.',
  example: 'member',
});

export const invitedRole = z.enum(INVITED_ROLES).meta({
  description: 'Role of the new member. Only owners can make a member an owner.',
  example: 'member',
});

const id = z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' });
const email = z.string().meta({ format: 'email', example: 'ann@example.com' });

export const member = z
  .object({
    memberID: id,
    name: z.string().meta({ example: 'Ann' }),
    email,
    role,
    joinedAt: timeOutput('When the member joined the team.', '2026-11-02T09:12:44.018Z'),
    hasTwoFactor: z.boolean().nullable().meta({
      description:
        'Whether the member has a second factor: a code, a passkey, or an identity provider. Null unless you administer the team.',
      example: true,
    }),
    lastActiveAt: timeOutput(
      "When the member last used the application, in any team, accurate to the minute. Null if all of the member's sessions " +
        'have ended, or if you do not administer the team.',
      '2026-11-21T08:02:11.640Z',
    ).nullable(),
    isYou: z.boolean().meta({ description: 'Whether the member is you.', example: false }),
    revision,
  })
  .meta({ id: 'Member' });

/** `hasTwoFactor` is null for readers who don't administer the team. */
function writeMember(
  record: Member,
  yourMemberID: string,
  hasTwoFactor: boolean | null = null,
): z.output<typeof member> {
  return {
    memberID: record.id,
    name: record.name,
    email: record.email,
    role: record.role,
    joinedAt: writeTime(record.createdAt),
    hasTwoFactor,
    lastActiveAt: hasTwoFactor === null ? null : writeTimeOrNull(record.lastActiveAt),
    isYou: record.id === yourMemberID,
    revision: record.revision,
  };
}

export const invitation = z
  .object({
    invitationID: id,
    email: email.nullable().meta({
      description: 'Invited address; null if anyone with the link may accept.',
      example: 'eve@example.com',
    }),
    role: invitedRole,
    createdAt: timeOutput('Creation time.'),
    expiresAt: timeOutput('Expiry time.', '2026-11-28T08:15:30.123Z'),
    invitedBy: z
      .string()
      .meta({ description: 'Name of the member who sent the invitation.', example: 'Ann' }),
  })
  .meta({ id: 'Invitation' });

export function writeInvitation(record: Invitation): z.output<typeof invitation> {
  return {
    invitationID: record.id,
    email: record.email,
    role: record.role,
    createdAt: writeTime(record.createdAt),
    expiresAt: writeTime(record.expiresAt),
    invitedBy: record.invitedBy.name,
  };
}

export const ownTeam = z.object({
  teamID: id,
  name: z.string().meta({ example: 'Acme' }),
  role,
});

/** An invitation as its recipient sees it. */
export const openInvitation = z
  .object({
    team: z.string().meta({ description: 'The name of the team.', example: 'Acme' }),
    role: invitedRole,
    email: email.nullable().meta({
      description: 'The only address that may accept the invitation; null if anyone with the link may.',
      example: 'eve@example.com',
    }),
    invitedBy: z
      .string()
      .meta({ description: 'Name of the member who sent the invitation.', example: 'Ann' }),
    expiresAt: timeOutput('Expiry time.', '2026-11-28T08:15:30.123Z'),
  })
  .meta({ id: 'OpenInvitation' });

/** Throws an error with the reason if the change was refused. */
export function memberOf(result: MembershipOutcome): Member {
  switch (result.outcome) {
    case 'done':
      return result.member;
    case 'not_found':
      throw new AppError('not_found', 'There is no such member.');
    case 'not_allowed':
      throw new AppError('forbidden', 'Your role does not allow this. Ask an owner or admin of the team.');
    case 'owners_only':
      throw new AppError('forbidden', 'Only an owner of the team may do this. Ask one.');
    case 'has_monitors':
      throw new AppError(
        'conflict',
        'This team has monitors. Delete them first, so that no monitoring ends by mistake.',
      );
    case 'has_alerts':
      throw new AppError(
        'conflict',
        'Alerts of this team are still being sent. Try again in a minute, or delete the channels that fail.',
      );
    case 'unfinished':
      throw new AppError(
        'conflict',
        'Part of the team’s history was deleted. Repeat the request to continue.',
      );
    case 'last_owner':
      throw new AppError(
        'conflict',
        'This is the last owner of the team. Make another member an owner first, or delete the team.',
      );
  }
}

export function memberTarget({ id, name, email }: Pick<Member, 'id' | 'name' | 'email'>) {
  return { kind: 'member', id, name: name || email };
}

export function invitationTarget({ id, email }: Pick<Invitation, 'id' | 'email'>) {
  return { kind: 'invitation', id, name: email ?? '' };
}

const listMembers = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/members/',
  operationID: 'listMembers',
  tag: 'Members',
  summary: 'List members',
  description: 'The members of the team, in the order they joined.',
  permission: 'read',
  query: pageQuery,
  responses: success(200, 'The members.', { members: z.array(member), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store }) {
    const after = query.cursor === undefined ? '' : decodeCursorText('members', query.cursor);
    const records = await store.listMembers(
      { teamID: access.teamID },
      { afterID: after, limit: query.limit + 1 },
    );
    const { write } = await membersSeenBy(access, store);
    const page = pageOf('members', { rows: records, limit: query.limit, position: ({ id }) => id });
    return respond(200, { members: page.rows.map(write), nextCursor: page.nextCursor });
  },
});

const READ_ONLY = ['memberID', 'name', 'email', 'joinedAt', 'isYou'] as const;

/** Only the team's administrators see who has a second factor, and when a member was last active. */
async function membersSeenBy(
  { teamID, memberID, role, scope }: Access,
  store: Pick<TeamStore, 'listMembers'>,
) {
  const mayKnow = mayDo('oversee', role, scope);
  const lacking = mayKnow ? await store.listMembers({ teamID, lacksFactor: true }) : null;
  const without = lacking && new Set(lacking.map(({ id }) => id));
  return {
    name: 'member',
    write: (found) => writeMember(found, memberID, without && !without.has(found.id)),
  } satisfies Resource<Member>;
}

const changeRole = endpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/members/{memberID}/',
  operationID: 'changeMemberRole',
  action: 'member.change_role',
  tag: 'Members',
  summary: 'Change the role of a member',
  description:
    'The new role applies from the next request on, to tokens and sessions alike. Only owners can change owners or make a ' +
    'member an owner, and a team keeps at least one owner. Open invitations by a member who may no longer invite are revoked. To make a ' +
    'member admin or owner, a session must have signed in or been confirmed within the last 10 minutes. Otherwise the response ' +
    'is 403 `fresh_sign_in_required`.',
  permission: 'administer',
  params: memberParams,
  body: z
    .strictObject({
      role,
      ...readOnly(member.shape, [...READ_ONLY, 'hasTwoFactor', 'lastActiveAt', 'revision']),
    })
    .meta({ id: 'MemberEdit', description: EDIT_DESCRIPTION }),
  bodyExample: { role: 'admin' },
  responses: success(200, 'The member after the change.', { member }),
  etag: 'checked',
  errors: ['not_found', 'conflict'],
  async handle({ access, params, body, ifMatch, audit }, { store, clock }) {
    if (roleMay('administer', body.role)) requireFreshSignIn(access.via, clock.now());
    const change = { teamID: access.teamID, actorID: access.memberID, memberID: params.memberID };
    const resource = await membersSeenBy(access, store);
    const check = deletionCheckOf(resource, { ifMatch, revision: body.revision });
    const before = memberOf(
      await store.changeMembership({ ...change, action: 'change_role', role: body.role }, (current) => {
        check(current);
        requireUnchanged(body, { current: resource.write(current), names: READ_ONLY });
      }),
    );
    const revision = before.role === body.role ? before.revision : before.revision + 1;
    audit({ target: memberTarget(before), details: { from: before.role, to: body.role } });
    return respondEdited(resource, { before, after: { ...before, role: body.role, revision } }, audit);
  },
});

const removeMember = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/members/{memberID}/',
  operationID: 'removeMember',
  tag: 'Members',
  summary: 'Remove a member or leave the team',
  description:
    "The member's tokens, session access and open invitations are revoked immediately. Every member may leave. Removing others " +
    "requires an admin, and removing an owner requires an owner. The last owner can't leave: transfer the team first. A token needs " +
    'the scope `admin`.',
  permission: 'read',
  params: memberParams,
  responses: success(200, 'The removed member.', { member }),
  etag: 'checked',
  errors: ['not_found', 'conflict'],
  async handle({ access, params, ifMatch, audit }, { store }) {
    requireScope(access, 'admin');
    const { teamID, memberID: actorID } = access;
    const resource = await membersSeenBy(access, store);
    const check = deletionCheckOf(resource, { ifMatch });
    const removed = memberOf(
      await store.changeMembership({ teamID, actorID, memberID: params.memberID, action: 'remove' }, check),
    );
    const left = removed.id === actorID ? { left: true } : {};
    audit({ target: memberTarget(removed), details: { role: removed.role, ...left } });
    return respond(200, { member: resource.write(removed) });
  },
});

export const MEMBER_ENDPOINTS = [listMembers, changeRole, removeMember];

const transferTeam = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/team/transfer/',
  operationID: 'transferTeam',
  action: 'team.transfer',
  tag: 'Members',
  summary: 'Transfer the team',
  description: 'Makes a member the owner of the team and makes you an admin, in one step.',
  permission: 'administer',
  needsFreshSignIn: true,
  body: z
    .strictObject({
      memberID: z.string().max(64).meta({
        description: '`memberID` of the new owner.',
        example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
      }),
    })
    .meta({ id: 'TeamTransfer' }),
  bodyExample: { memberID: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' },
  responses: success(200, 'The new owner.', { member }),
  errors: ['not_found'],
  async handle({ access, body, audit }, { store, accounts }) {
    const { teamID, memberID: actorID } = access;
    const transferred = await store.changeMembership({
      teamID,
      actorID,
      memberID: body.memberID,
      action: 'transfer_team',
    });
    const before = memberOf(transferred);
    const revision = before.role === 'owner' ? before.revision : before.revision + 1;
    const isReceived = before.id !== actorID;
    const details = { from: before.role, to: 'owner', ...(isReceived && { previousOwnerRole: 'admin' }) };
    audit({ target: memberTarget(before), details });
    if (isReceived) {
      const change = { team: before.team, by: await memberName(access, store) };
      accounts.runInBackground(accounts.notices.ownershipReceived(before, change));
    }
    return respond(200, { member: writeMember({ ...before, role: 'owner', revision }, actorID) });
  },
});

export const TEAM_TRANSFER_ENDPOINTS = [transferTeam];
