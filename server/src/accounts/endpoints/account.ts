import { type Caller, ROLES, sessionEnd } from '@overdue/domain/access/access.ts';
import { mayCreateTeams } from '@overdue/domain/access/team-creation.ts';
import { AppError } from '@overdue/domain/error.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { NO_INPUT, personEndpoint } from '../../api/endpoint.ts';
import { requireExpectedRevision, revision } from '../../api/precondition.ts';
import { invalidInputError } from '../../api/problems.ts';
import { EDIT_DESCRIPTION, readOnly, requireUnchanged } from '../../api/read-only.ts';
import { editOf } from '../../api/resources.ts';
import { respond, respondRevised } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { emailInput, pathID, singleLineText, timeOutput, UUID_EXAMPLE } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import type { Member, TeamStore } from '../../teams/contract.ts';
import type { AccountStore, Session, User } from '../contract.ts';

const sessionParams = z.object({
  sessionID: pathID.meta({ description: "The session's `sessionID`.", example: UUID_EXAMPLE }),
});

const teamOfAccount = z.object({
  teamID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' }),
  name: z.string().meta({ example: 'Acme' }),
  role: z.enum(ROLES).meta({ example: 'owner' }),
});

const account = z
  .object({
    email: z.string().meta({ example: 'ann@example.com' }),
    name: z.string().meta({ example: 'Ann' }),
    hasPassword: z.boolean().meta({
      description: 'False if you sign in only with an identity provider or a passkey.',
      example: true,
    }),
    twoFactor: z.boolean().meta({ description: 'Whether signing in also requires a code.', example: false }),
    team: teamOfAccount.nullable().meta({
      description: 'Team that requests apply to; null if you belong to no team.',
    }),
    needsTwoFactor: z.boolean().meta({
      description:
        'Whether the team requires a second factor that you lack. All requests about the team then fail with 403 `two_factor_required`.',
      example: false,
    }),
    mayCreateTeams: z.boolean().meta({ description: 'Whether you may create a team.', example: true }),
    teams: z.array(teamOfAccount).meta({ description: 'Your teams, in the order you joined them.' }),
    via: z
      .enum(['session', 'token'])
      .meta({ description: 'How this request is authenticated.', example: 'session' }),
    service: z.object({
      version: z.string().meta({ example: '0.1.0' }),
      baseURL: z.string().meta({ example: 'https://overdue.example.com' }),
      mailPingHost: z.string().meta({
        description:
          'Domain of the addresses for pings by email, as in `{pingID}@{mailPingHost}`; empty if the service accepts none.',
        example: 'pings.example.com',
      }),
      hasMail: z.boolean().meta({
        description: 'Whether the service can send mail, because the operator has set `SMTP_URL`.',
        example: true,
      }),
      allowsPrivateAddresses: z.boolean().meta({
        description:
          'Whether channels may send to any address that is not public, because the operator has set `ALLOW_PRIVATE_ADDRESSES`.',
        example: false,
      }),
    }),
    revision,
  })
  .meta({ id: 'Account' });

const READ_ONLY = ['email', 'hasPassword', 'twoFactor', 'via'] as const;

const accountEdit = z
  .strictObject({
    name: singleLineText(0, SHORT_NAME_LENGTH_MAX)
      .optional()
      .meta({ description: 'Your display name.', example: 'Ann' }),
    teamID: z.string().max(64).optional().meta({
      description: 'Team to switch this session to.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    ...readOnly(account.shape, [...READ_ONLY, 'team', 'teams', 'service', 'revision']),
  })
  .meta({ id: 'AccountEdit', description: EDIT_DESCRIPTION });

const session = z
  .object({
    sessionID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70' }),
    isCurrent: z
      .boolean()
      .meta({ description: 'Whether this request came from the session.', example: true }),
    createdAt: timeOutput('Time of the sign-in.'),
    usedAt: timeOutput('Time of the last use, to the minute.'),
    expiresAt: timeOutput('When the session expires if it is not used.'),
    endsAt: timeOutput('When the session ends even if it is used: 90 days after the sign-in.'),
    remoteAddress: z.string().meta({ example: '192.0.2.17' }),
    userAgent: z.string().meta({ example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101' }),
  })
  .meta({ id: 'Session' });

async function writeAccount(
  caller: Caller,
  {
    store,
    version,
    baseURL,
    teamCreation,
    mailPingHost,
    allowsPrivateAddresses,
    catalog,
  }: Pick<
    V1Parts,
    'version' | 'baseURL' | 'teamCreation' | 'mailPingHost' | 'allowsPrivateAddresses' | 'catalog'
  > & {
    readonly store: AccountStore & Pick<TeamStore, 'listMembers'>;
  },
) {
  const { userID, via, access } = caller;
  const user = await findCallingUser(caller, { store });
  const memberships = await store.listMembers({ userID });
  const teams = memberships.map(({ teamID, team, role }) => ({ teamID, name: team, role }));
  // A token limited to projects must not reveal other teams.
  const shown =
    access === null || access.projects === null
      ? teams
      : teams.filter(({ teamID }) => teamID === access.teamID);
  return {
    email: user.email,
    name: user.name,
    hasPassword: user.hasPassword,
    twoFactor: user.twoFactor,
    team: teams.find(({ teamID }) => teamID === access?.teamID) ?? null,
    needsTwoFactor: access?.lacksSecondFactor ?? false,
    mayCreateTeams: mayCreateTeams(teamCreation, teams),
    teams: shown,
    via: via.kind,
    service: { version, baseURL, mailPingHost, hasMail: catalog.hasMail, allowsPrivateAddresses },
    revision: user.revision,
  };
}

const readAccount = personEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/account/',
  operationID: 'readAccount',
  tag: 'Account',
  summary: 'Read your account',
  description: 'Your account, your teams, and the version and address of the service.',
  permission: 'account',
  responses: success(200, 'The account.', { account }),
  etag: 'sent',
  errors: [],
  async handle({ caller }, parts) {
    const account = await writeAccount(caller, parts);
    return respondRevised(200, { account }, account.revision);
  },
});

const editAccount = personEndpoint({
  ...NO_INPUT,
  method: 'patch',
  path: '/v1/account/',
  operationID: 'editAccount',
  tag: 'Account',
  summary: 'Change your name or switch teams',
  description: 'A session works in one team at a time and remembers that team.',
  permission: 'session',
  body: accountEdit,
  bodyExample: { name: 'Ann' },
  responses: success(200, 'The account after the change.', { account }),
  etag: 'checked',
  action: 'account.edit',
  errors: ['not_found'],
  async handle({ caller, body, ifMatch, audit }, parts) {
    const { store, clock } = parts;
    const { userID, via } = caller;
    const shown = await writeAccount(caller, parts);
    const edit = editOf<User, { readonly name: string }>({
      resource: { name: 'account', write: ({ name, revision }) => ({ ...shown, name, revision }) },
      expected: { ifMatch, revision: body.revision },
      readOnly: { requestBody: body, names: READ_ONLY },
      merge({ name }) {
        if (body.name === '' && name !== '')
          throw invalidInputError([{ path: 'name', message: 'This must not be blank.' }]);
        return { before: { name }, after: { name: body.name ?? name } };
      },
    });
    requireExpectedRevision({ ifMatch, revision: body.revision }, shown.revision, () => ({ account: shown }));
    requireUnchanged(body, { current: shown, names: READ_ONLY });
    if (body.teamID !== undefined && via.kind === 'session') {
      const isMember = await store.changeSession(
        { id: via.sessionID, userID },
        { activeTeamID: body.teamID },
      );
      if (!isMember) throw new AppError('not_found', 'There is no such team, or you are not a member of it.');
    }
    const edited = await store.changeUser(userID, edit, clock.now());
    // Switching teams changes only the session, so it is not logged.
    if (edited === null || edited.before.revision === edited.after.revision) audit({ isUnchanged: true });
    const moved = body.teamID === undefined ? caller : await callerInTeam(caller, body.teamID, parts);
    const account = await writeAccount(moved, parts);
    return respondRevised(200, { account }, account.revision);
  },
});

async function callerInTeam(
  caller: Caller,
  teamID: string,
  { store }: Pick<V1Parts, 'store'>,
): Promise<Caller> {
  const { access } = caller;
  if (access === null) return caller;
  const { requiresTwoFactor } = await store.findTeamSettings(teamID);
  const lacksSecondFactor = requiresTwoFactor && !access.hasSecondFactor;
  return { ...caller, access: { ...access, teamID, lacksSecondFactor } };
}

function writeSession(each: Session, { via }: Caller) {
  const { id, createdAt, usedAt, expiresAt, ...from } = each;
  const { remoteAddress, userAgent } = from;
  return {
    sessionID: id,
    isCurrent: via.kind === 'session' && via.sessionID === id,
    createdAt: writeTime(createdAt),
    usedAt: writeTime(usedAt),
    expiresAt: writeTime(expiresAt),
    endsAt: writeTime(sessionEnd(each)),
    remoteAddress,
    userAgent,
  };
}

const listSessions = personEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/account/sessions/',
  operationID: 'listSessions',
  tag: 'Account',
  summary: 'List your sessions',
  description: 'Your browser sessions, most recently used first.',
  permission: 'session',
  responses: success(200, 'The sessions.', { sessions: z.array(session) }),
  errors: [],
  async handle({ caller }, { store, clock }) {
    const sessions = await store.listSessions(caller.userID, clock.now());
    return respond(200, { sessions: sessions.map((session) => writeSession(session, caller)) });
  },
});

const revokeSession = personEndpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/account/sessions/{sessionID}/',
  operationID: 'revokeSession',
  tag: 'Account',
  summary: 'End a session',
  description: 'The browser is signed out immediately.',
  permission: 'session',
  params: sessionParams,
  responses: success(200, 'The session has ended.', { session: session.pick({ sessionID: true }) }),
  errors: ['not_found'],
  async handle({ caller, params }, { store }) {
    if ((await store.endSessions(caller.userID, { id: params.sessionID })) === 0)
      throw new AppError('not_found', 'You have no such session.');
    return respond(200, { session: { sessionID: params.sessionID } });
  },
});

const revokeOtherSessions = personEndpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/account/sessions/',
  operationID: 'revokeOtherSessions',
  tag: 'Account',
  summary: 'Sign out everywhere else',
  description: 'Ends all other sessions and stops trusting all other browsers, immediately.',
  permission: 'session',
  responses: success(200, 'The other sessions have ended.', {
    revoked: z.int().meta({ description: 'Number of sessions that ended.', example: 2 }),
  }),
  action: 'session.revoke_others',
  errors: [],
  async handle({ caller, context }, { store, accounts, clock }) {
    const current = caller.via.kind === 'session' ? caller.via.sessionID : null;
    const exceptHash = accounts.browsers.hashOf(context.req.header('Cookie'));
    await store.forgetBrowsers(caller.userID, { exceptHash }, clock.now());
    return respond(200, { revoked: await store.endSessions(caller.userID, { exceptID: current }) });
  },
});

export const ACCOUNT_ENDPOINTS = [readAccount, editAccount, listSessions, revokeOtherSessions, revokeSession];

const backupCodes = z
  .object({
    remaining: z.int().nullable().meta({
      description: 'Number of unused codes; null without two-factor authentication.',
      example: 9,
    }),
  })
  .meta({ id: 'BackupCodes' });

const countBackupCodes = personEndpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/account/backup-codes/',
  operationID: 'countBackupCodes',
  tag: 'Account',
  summary: 'Count your backup codes',
  description: 'How many backup codes of your two-factor authentication are left.',
  permission: 'session',
  responses: success(200, 'The number of codes.', { backupCodes }),
  errors: [],
  async handle({ caller }, parts) {
    const remaining = await parts.accounts.countBackupCodes(await findCallingUser(caller, parts));
    return respond(200, { backupCodes: { remaining } });
  },
});

export const BACKUP_CODE_ENDPOINTS = [countBackupCodes];

/** Returns the user who sends a request. Throws if the account was deleted. */
export async function findCallingUser(
  { userID }: Caller,
  { store }: { readonly store: Pick<AccountStore, 'findUser'> },
): Promise<User> {
  const user = await store.findUser({ id: userID });
  if (user === null)
    throw new AppError('unauthorized', 'Your account was deleted. Sign in with another account.');
  return user;
}

const accountDeletion = z
  .object({ email: z.string().meta({ description: 'Address of the account.', example: 'ann@example.com' }) })
  .meta({ id: 'AccountDeletion' });

const deleteAccount = personEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/account/deletion/',
  operationID: 'deleteAccount',
  tag: 'Account',
  summary: 'Delete your account',
  description:
    'Leaves all your teams, then deletes your account with its sessions, tokens, passkeys and devices. Monitors and everything else ' +
    'that you created stay in their teams. The only owner of a team must first make another member an owner, or delete the team. If no ' +
    'account remains, the service can be set up again.',
  permission: 'session',
  needsFreshSignIn: true,
  action: 'account.delete',
  body: z
    .strictObject({
      email: emailInput.meta({
        description:
          'Address of your account, so that no other account that has signed in meanwhile is deleted.',
        example: 'ann@example.com',
      }),
    })
    .meta({ id: 'AccountDeletionInput' }),
  bodyExample: { email: 'ann@example.com' },
  responses: success(200, 'The account was deleted.', { accountDeletion }),
  errors: ['conflict'],
  async handle({ caller, body: { email }, audit }, parts) {
    const { store, accounts, clock } = parts;
    const user = await findCallingUser(caller, parts);
    if (email !== user.email)
      throw new AppError(
        'conflict',
        `You are signed in as ${user.email}. To delete another account, sign in with its address.`,
      );
    if (!(await store.changeCredentials(user.id, { kind: 'account_deleted' }, clock.now())))
      throw await onlyOwnerError(user.id, store);
    accounts.runInBackground(accounts.notices.accountDeleted(user));
    audit({ target: null });
    return respond(200, { accountDeletion: { email } });
  },
});

/** Names the teams that would lose their only owner. */
async function onlyOwnerError(userID: string, store: Pick<TeamStore, 'listMembers'>): Promise<AppError> {
  const teams: string[] = [];
  for (const membership of await store.listMembers({ userID }))
    if (await isOnlyOwner(membership, store)) teams.push(`“${membership.team}”`);
  const named = new Intl.ListFormat('en').format(teams);
  return new AppError(
    'conflict',
    `You are the only owner of ${named}. Make another member an owner, or delete the team. Then delete your account.`,
  );
}

async function isOnlyOwner(
  { teamID, role }: Member,
  store: Pick<TeamStore, 'listMembers'>,
): Promise<boolean> {
  if (role !== 'owner') return false;
  const members = await store.listMembers({ teamID });
  return members.filter((member) => member.role === 'owner').length === 1;
}

export const ACCOUNT_DELETE_ENDPOINTS = [deleteAccount];
