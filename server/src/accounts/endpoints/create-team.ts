import { mayCreateTeams } from '@overdue/domain/access/team-creation.ts';
import { AppError } from '@overdue/domain/error.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { NO_INPUT, personEndpoint } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { singleLineText } from '../../api/schemas.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import { ownTeam } from '../../teams/endpoints/members.ts';
import { teamSlug } from '../new-user.ts';

const OWNED_MAX = 20;

const createTeam = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/teams/',
  operationID: 'createTeam',
  tag: 'Team',
  summary: 'Create a team',
  description: `Creates another team with a default project. You own the team. To work in it, switch to it with PATCH /v1/account/. A person owns at most ${OWNED_MAX} teams.`,
  permission: 'session',
  body: z
    .strictObject({ name: singleLineText(1, SHORT_NAME_LENGTH_MAX).meta({ example: 'Side project' }) })
    .meta({ id: 'TeamInput' }),
  bodyExample: { name: 'Side project' },
  responses: success(201, 'The new team.', { team: ownTeam }),
  errors: ['conflict'],
  async handle({ caller, body: { name }, audit }, { store, random, clock, teamCreation }) {
    if (!mayCreateTeams(teamCreation, await store.listMembers({ userID: caller.userID })))
      throw new AppError(
        'forbidden',
        'The operator of this service does not allow you to create teams. Ask the operator for a team or an invitation.',
      );
    const teamID = random.uuid();
    const owner = { memberID: random.uuid(), userID: caller.userID };
    const team = { teamID, name, projectShortID: newShortID(random), createdAt: clock.now() };
    const slug = teamSlug(name);
    // Tries a second slug, because another team may already use the first.
    for (const tried of [slug, `${slug}-${newShortID(random)}`]) {
      if (tried === '') continue;
      const { outcome } = await store.createTeam({ ...team, slug: tried }, owner, { ownedMax: OWNED_MAX });
      if (outcome === 'too_many')
        throw new AppError(
          'conflict',
          `You already own ${OWNED_MAX} teams. Transfer one to another member first.`,
        );
      if (outcome !== 'created') continue;
      audit({ teamID, target: { kind: 'team', id: teamID, name } });
      return respond(201, { team: { teamID, name, role: 'owner' as const } });
    }
    throw new AppError('conflict', 'A team with this name was created at the same moment. Try again.');
  },
});

export const TEAM_CREATE_ENDPOINTS = [createTeam];
