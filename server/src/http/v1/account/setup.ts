import { z } from 'zod';
import { draftUser, newPassword, slugOf } from '../../../accounts/new-user.ts';
import { AppError } from '../../../domain/error.ts';
import { newShortID } from '../../../runtime/random.ts';
import { answer } from '../api/answer.ts';
import { NO_INPUT, openEndpoint } from '../api/endpoint.ts';
import { emailInput, line } from '../api/schemas.ts';
import { success } from '../docs/documentation.ts';
import { signBrowserIn } from './browser-sign-in.ts';
import { requireSetupHost } from './setup-host.ts';

const setup = z
  .object({
    needed: z.boolean().meta({
      description: 'Whether nobody has an account yet: the first visitor makes the first one.',
      example: false,
    }),
    mail: z.boolean().meta({
      description: 'Whether the service sends mail: links to sign in, and to choose a new password.',
      example: true,
    }),
    oidc: z
      .object({ name: z.string().meta({ description: 'What its button says.', example: 'Acme SSO' }) })
      .nullable()
      .meta({ description: 'The identity provider; null when there is none.' }),
    passwords: z.boolean().meta({ description: 'Whether one can sign in with a password.', example: true }),
  })
  .meta({ id: 'Setup' });

const setupInput = z
  .strictObject({
    name: line(1, 100).meta({ description: 'What you are called.', example: 'Ann' }),
    email: emailInput.meta({ example: 'ann@example.com' }),
    password: newPassword.meta({ example: 'correct horse battery staple' }),
    team: line(1, 100).meta({ description: 'What your team is called.', example: 'Acme' }),
  })
  .meta({ id: 'SetupInput' });

const readSetup = openEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/setup/',
  operationID: 'readSetup',
  tag: 'Account',
  summary: 'See how one signs in here',
  description: 'Whether the first account is still to be made, and by what one can sign in.',
  permission: 'anyone',
  responses: success(200, 'What is set up.', { setup }),
  errors: [],
  async handle(_request, { store, accounts }) {
    return answer(200, { setup: { needed: !(await store.hasUsers()), ...accounts.methods } });
  },
});

const setUp = openEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/setup/',
  operationID: 'setUp',
  tag: 'Account',
  summary: 'Make the first account',
  description:
    'Makes the first user, owner of a team with a default project, and signs the browser in. The request must come from the ' +
    'host of `BASE_URL`, or, if that is not set, from `localhost` or an IP address.',
  permission: 'anyone',
  body: setupInput,
  bodyExample: { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery', team: 'Acme' },
  responses: success(201, 'It was made.', { setup }),
  action: 'team.create',
  errors: ['conflict'],
  async handle({ body, context, note }, parts) {
    const { store, accounts, random, clock, remoteAddress } = parts;
    requireSetupHost(context, parts);
    const taken = new AppError('conflict', 'Somebody has set up this service already. Sign in.');
    // Before the password is hashed, which takes its time.
    if (await store.hasUsers()) throw taken;
    const at = clock.now();
    const { name, email, password, team } = body;
    const teamID = random.uuid();
    const slug = slugOf(team) || `team-${newShortID(random)}`;
    const owner = await draftUser(random, { name, email, password, at });
    const member = await store.setUpFirst(
      { teamID, name: team, slug, projectShortID: newShortID(random), createdAt: at },
      { ...owner, role: 'owner' },
    );
    if (member === null) throw taken;
    note({ teamID, userID: member.userID, target: { kind: 'team', id: teamID, name: team } });
    const from = {
      address: remoteAddress(context),
      userAgent: context.req.header('User-Agent') ?? '',
    };
    const response = answer(201, { setup: { needed: false, ...accounts.methods } });
    await signBrowserIn(response, { userID: member.userID, from, context }, { accounts, at });
    return response;
  },
});

export const SETUP_ENDPOINTS = [readSetup, setUp];
