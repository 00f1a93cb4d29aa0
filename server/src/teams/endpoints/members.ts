import { type Access, mayDo, roleMay } from '@overdue/domain/access/access.ts';
import { z } from 'zod';
import { decodeCursorText } from '../../api/cursor.ts';
import { deletionCheckOf, type Resource, respondEdited } from '../../api/edits.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery } from '../../api/page.ts';
import { requireFreshSignIn, requireScope } from '../../api/permission.ts';
import { EDIT_DESCRIPTION, readOnly, requireUnchanged } from '../../api/read-only.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { memberParams, nextCursor } from '../../api/schemas.ts';
import type { Member, TeamStore } from '../contract.ts';
import { member, memberOf, memberTarget, role, writeMember } from './member-schema.ts';

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
