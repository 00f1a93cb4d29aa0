import { endpoint, NO_INPUT } from '../api/endpoint.ts';
import { requireSession } from '../api/permission.ts';
import { respond } from '../api/respond.ts';
import { success } from '../docs/responses.ts';
import { memberOf, ownTeam } from './member-schema.ts';

const deleteTeam = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/team/',
  operationID: 'deleteTeam',
  tag: 'Team',
  summary: 'Delete the team',
  description:
    'Deletes the team for all its members, with its projects, channels, schedules, public pages, tokens and incidents. Only an owner ' +
    'who is signed in can do this, and only after the last monitor of the team is deleted. The audit log stays in the database until ' +
    'its entries are old.',
  permission: 'administer',
  needsFreshSignIn: true,
  responses: success(200, 'The deleted team.', { team: ownTeam }),
  errors: ['conflict'],
  async handle({ access, audit }, { store }) {
    requireSession(access);
    const { teamID, memberID } = access;
    const result = await store.changeMembership({
      teamID,
      actorID: memberID,
      memberID,
      action: 'delete_team',
    });
    const { team: name, role } = memberOf(result);
    audit({ target: { kind: 'team', id: teamID, name } });
    return respond(200, { team: { teamID, name, role } });
  },
});

export const TEAM_DELETE_ENDPOINTS = [deleteTeam];
