import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { memberName } from '../../api/member-name.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { member, memberOf, memberTarget, writeMember } from './member-schema.ts';

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
