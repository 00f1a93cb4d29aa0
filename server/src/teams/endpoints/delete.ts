import { AppError } from '@overdue/domain/error.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { memberName } from '../../api/member-name.ts';
import { requireSession } from '../../api/permission.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { teamParams } from '../../api/schemas.ts';
import type { MembershipOutcome } from '../contract.ts';
import { memberOf, ownTeam } from './member-schema.ts';

/** Maximum transactions of one request. Each transaction deletes part of a long history. */
const STEPS_MAX = 500;

const deleteTeam = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/teams/{teamID}/',
  operationID: 'deleteTeam',
  tag: 'Team',
  summary: 'Delete a team',
  description:
    'Deletes the team in which you work, for all its members, with its projects, channels, schedules, public pages, tokens and ' +
    'incidents. Only an owner who is signed in can do this, and only after the last monitor of the team is deleted and its alerts are ' +
    'sent. The audit log stays in the database until its entries are old.',
  permission: 'administer',
  needsFreshSignIn: true,
  params: teamParams,
  responses: success(200, 'The deleted team.', { team: ownTeam }),
  errors: ['not_found', 'conflict'],
  async handle({ access, params, audit }, parts) {
    const { teamID, memberID } = access;
    // A repeated request, or a request of another tab, must not delete the team that the session works in now.
    if (params.teamID !== teamID)
      throw new AppError(
        'not_found',
        'There is no such team, or you work in another team. Switch to the team first.',
      );
    requireSession(access);
    const { store, accounts } = parts;
    const members = await store.listMembers({ teamID });
    const by = await memberName(access, store);
    const target = { teamID, actorID: memberID, memberID, action: 'delete_team' } as const;
    let result: MembershipOutcome = { outcome: 'unfinished' };
    for (let step = 0; step < STEPS_MAX && result.outcome === 'unfinished'; step += 1)
      result = await store.changeMembership(target);
    const { team: name, role } = memberOf(result);
    accounts.runInBackground(
      accounts.notices.teamDeleted(
        members.filter(({ id }) => id !== memberID),
        { team: name, by },
      ),
    );
    audit({ target: { kind: 'team', id: teamID, name } });
    return respond(200, { team: { teamID, name, role } });
  },
});

export const TEAM_DELETE_ENDPOINTS = [deleteTeam];
