import { isIP } from 'node:net';
import { AppError } from '@overdue/domain/error.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import { NO_INPUT, openEndpoint } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { emailInput, singleLineText } from '../../api/schemas.ts';
import { newShortID } from '../../platform/runtime/random.ts';
import { draftUser, newPassword, teamSlug } from '../new-user.ts';
import { signBrowserIn } from './browser-sign-in.ts';

const setup = z
  .object({
    needed: z.boolean().meta({
      description: 'Whether no account exists yet. The first visitor then creates one.',
      example: false,
    }),
    mail: z.boolean().meta({
      description: 'Whether the service sends mail, such as sign-in links and password resets.',
      example: true,
    }),
    oidc: z
      .object({ name: z.string().meta({ description: 'Name on the sign-in button.', example: 'Acme SSO' }) })
      .nullable()
      .meta({ description: 'Identity provider; null if none is configured.' }),
    passwords: z.boolean().meta({ description: 'Whether password sign-in is enabled.', example: true }),
  })
  .meta({ id: 'Setup' });

const setupInput = z
  .strictObject({
    name: singleLineText(1, SHORT_NAME_LENGTH_MAX).meta({
      description: 'Your display name.',
      example: 'Ann',
    }),
    email: emailInput.meta({ example: 'ann@example.com' }),
    password: newPassword.meta({ example: 'correct horse battery staple' }),
    team: singleLineText(1, SHORT_NAME_LENGTH_MAX).meta({
      description: 'Name of your team.',
      example: 'Acme',
    }),
  })
  .meta({ id: 'SetupInput' });

const readSetup = openEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/setup/',
  operationID: 'readSetup',
  tag: 'Account',
  summary: 'Read the setup status',
  description: 'Whether the first account still has to be created, and which sign-in methods are enabled.',
  permission: 'anyone',
  responses: success(200, 'The setup status.', { setup }),
  errors: [],
  async handle(_request, { store, accounts }) {
    return respond(200, { setup: { needed: (await store.findUser('any')) === null, ...accounts.methods } });
  },
});

const setUp = openEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/setup/',
  operationID: 'setUp',
  tag: 'Account',
  summary: 'Create the first account',
  description:
    'Creates the first user as owner of a team with a default project, and signs the browser in. The request must come from ' +
    'the host of `BASE_URL`, or from `localhost` or an IP address if `BASE_URL` is not set.',
  permission: 'anyone',
  body: setupInput,
  bodyExample: { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery', team: 'Acme' },
  responses: success(201, 'The account was created.', { setup }),
  action: 'team.create',
  errors: ['conflict'],
  async handle({ body, context, audit }, parts) {
    const { store, accounts, random, clock, remoteAddress } = parts;
    requireSetupHost(context, parts);
    const alreadySetUp = new AppError('conflict', 'This service is already set up. Sign in.');
    // Checked before the password is hashed, because hashing is slow.
    if ((await store.findUser('any')) !== null) throw alreadySetUp;
    const at = clock.now();
    const { name, email, password, team } = body;
    const teamID = random.uuid();
    const slug = teamSlug(team) || `team-${newShortID(random)}`;
    const owner = await draftUser(parts, { name, email, password, at });
    const created = await store.createTeam(
      { teamID, name: team, slug, projectShortID: newShortID(random), createdAt: at },
      { ...owner, role: 'owner' },
      { isFirst: true },
    );
    if (created.outcome !== 'created') throw alreadySetUp;
    const { member } = created;
    audit({ teamID, userID: member.userID, target: { kind: 'team', id: teamID, name: team } });
    const from = {
      address: remoteAddress(context),
      userAgent: context.req.header('User-Agent') ?? '',
    };
    const response = respond(201, { setup: { needed: false, ...accounts.methods } });
    await signBrowserIn(response, { userID: member.userID, from, context }, { accounts, at });
    return response;
  },
});

export const SETUP_ENDPOINTS = [readSetup, setUp];

interface Service {
  readonly baseURL: string;
  readonly isBaseURLSet: boolean;
}

/**
 * Throws unless the first account is created from this service's own pages. With DNS rebinding, a page of another host reaches
 * the service under that host's name, and `Host` and `Origin` agree with each other. Both are therefore compared with
 * `BASE_URL`. Without `BASE_URL`, only `localhost` and IP addresses are accepted, because rebinding needs a name.
 */
function requireSetupHost(context: Context, { baseURL, isBaseURLSet }: Service): void {
  const host = context.req.header('Host');
  const origin = context.req.header('Origin');
  const page = origin === undefined ? null : (URL.parse(origin)?.host ?? '');
  const hosts = [host, page].filter((name) => name !== undefined && name !== null);
  const own = new URL(baseURL).host;
  const strange = hosts.find((candidate) =>
    isBaseURLSet ? candidate.toLowerCase() !== own : !isAddress(candidate),
  );
  if (strange === undefined) return;
  const named = JSON.stringify(strange.slice(0, 100));
  throw new AppError(
    'forbidden',
    isBaseURLSet
      ? `The first account can only be created at ${baseURL}, which is BASE_URL. This request came for the host ${named}. Open that address, configure your proxy to pass on the Host header, or run: overdue-server setup`
      : `BASE_URL is not set, so the first account can only be created at localhost or at an IP address. This request came for the host ${named}. Set BASE_URL to the address in your browser and restart the service, or run: overdue-server setup`,
  );
}

/** Whether the host is `localhost` or an IP address, which DNS rebinding can't use. */
function isAddress(host: string): boolean {
  const { hostname = '' } = URL.parse(`http://${host}`) ?? {};
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0
  );
}
