import type { Caller } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { NO_INPUT, openEndpoint } from '../../api/endpoint.ts';
import { invalidInputError } from '../../api/problems.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { emailInput, singleLineText } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { hashToken } from '../../platform/security/token.ts';
import type { Invitation, Joiner } from '../../teams/contract.ts';
import { invitationTarget, openInvitation, ownTeam } from '../../teams/endpoints/members.ts';
import { MEMBERS_MAX } from '../joining.ts';
import { draftUser, newPassword } from '../new-user.ts';
import { carryOutCounted } from '../sign-in/limits.ts';
import { signBrowserIn } from './browser-sign-in.ts';

const token = z.string().max(200).meta({
  description: 'The part of the link after `/invite/`.',
  example: '9xQbT4kLw2ZpV7mR1sYcN8hGdJ5fA3uE6oKiXqBt',
});

const lookUpInvitation = openEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/invitations/look-up/',
  operationID: 'lookUpInvitation',
  action: null,
  tag: 'Members',
  summary: 'Look up an invitation',
  description:
    'Shows an invitation. The token is its credential. Send it in the body, so that it appears in no log.',
  permission: 'anyone',
  body: z.strictObject({ token }).meta({ id: 'InvitationToken' }),
  bodyExample: { token: '9xQbT4kLw2ZpV7mR1sYcN8hGdJ5fA3uE6oKiXqBt' },
  responses: success(200, 'The invitation.', { invitation: openInvitation }),
  errors: ['not_found'],
  async handle({ body }, parts) {
    const { team, role, email, invitedBy, expiresAt } = await find(body.token, parts);
    return respond(200, {
      invitation: { team, role, email, invitedBy: invitedBy.name, expiresAt: writeTime(expiresAt) },
    });
  },
});

const acceptBody = z
  .strictObject({
    token,
    name: singleLineText(1, SHORT_NAME_LENGTH_MAX)
      .optional()
      .meta({ description: 'Display name of a new account.', example: 'Eve' }),
    email: emailInput.optional().meta({
      description: 'Email address of a new account, if the invitation names none.',
    }),
    password: newPassword
      .optional()
      .meta({ description: 'Password of a new account.', example: 'correct horse battery staple' }),
  })
  .meta({ id: 'InvitationAcceptance' });

const acceptInvitation = openEndpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/invitations/accept/',
  operationID: 'acceptInvitation',
  tag: 'Members',
  summary: 'Accept an invitation',
  description:
    'A signed-in person joins the team. Anyone else gets a new account and is signed in. A new account requires `name`, ' +
    '`password` and, if the invitation names no address, `email`. An invitation works once. The session switches to the new ' +
    'team.',
  permission: 'anyone',
  body: acceptBody,
  bodyExample: {
    token: '9xQbT4kLw2ZpV7mR1sYcN8hGdJ5fA3uE6oKiXqBt',
    name: 'Eve',
    password: 'correct horse battery staple',
  },
  responses: success(200, 'The team that you joined.', { team: ownTeam }),
  errors: ['not_found', 'conflict'],
  async handle({ caller, body, context, audit }, parts) {
    const { store, clock } = parts;
    const invitation = await find(body.token, parts);
    const joiner =
      caller === null ? await draftJoiner(body, { invitation, context, parts }) : joinerOf(caller, parts);
    const when = { now: clock.now(), membersMax: MEMBERS_MAX };
    const joined = await store.acceptInvitation({ id: invitation.id }, joiner, when);
    if (joined.outcome !== 'joined') throw invitationError(joined.outcome, invitation);
    const { member } = joined;
    audit({
      teamID: member.teamID,
      userID: member.userID,
      target: invitationTarget(invitation),
      details: { role: member.role, email: member.email, isNewAccount: caller === null },
    });
    const response = respond(200, {
      team: { teamID: member.teamID, name: member.team, role: member.role },
    });
    await enter(response, { caller, member, context }, parts);
    return response;
  },
});

async function find(link: string, { store, clock, accounts }: V1Parts): Promise<Invitation> {
  const { token } = accounts.mailedLinks.read(link);
  const [invitation] = await store.listInvitations({ hash: hashToken(token) }, clock.now());
  if (invitation === undefined) throw invitationError('gone', null);
  return invitation;
}

function joinerOf({ via, userID }: Caller, { random }: V1Parts): Joiner {
  // Refuses tokens, because a token belongs to one team.
  if (via.kind === 'token') throw new AppError('forbidden', "Sign in to do this. Tokens aren't accepted.");
  return { userID, memberID: random.uuid() };
}

async function draftJoiner(
  { name, password, token: link, ...body }: z.output<typeof acceptBody>,
  {
    invitation,
    context,
    parts,
  }: { readonly invitation: Invitation; readonly context: Context; readonly parts: V1Parts },
): Promise<Joiner> {
  const { store, clock, accounts, remoteAddress } = parts;
  const email = body.email ?? invitation.email ?? undefined;
  if (email === undefined || name === undefined || password === undefined) {
    const newUser = { name, email, password };
    throw invalidInputError(
      (['name', 'email', 'password'] as const)
        .filter((field) => newUser[field] === undefined)
        .map((path) => ({ path, message: 'This is required unless you sign in first.' })),
    );
  }
  if (!accounts.methods.passwords)
    throw new AppError('conflict', 'This service has no passwords. Sign in first.');
  // Limits attempts, because each attempt hashes a password and reveals whether an address has an account.
  const at = clock.now();
  const attempt = { kind: 'guess', address: remoteAddress(context), account: invitation.id } as const;
  const user = await carryOutCounted(store, { attempt, now: at }, () =>
    draftUser(parts, { email, name, password, at }),
  );
  // Only a mailed link proves that the address belongs to this person.
  const emailVerified = accounts.mailedLinks.read(link).isMailed;
  return { ...user, emailVerified };
}

async function enter(
  response: Response,
  joining: {
    readonly caller: Caller | null;
    readonly member: { readonly userID: string; readonly teamID: string };
    readonly context: Context;
  },
  { store, accounts, clock, remoteAddress }: V1Parts,
): Promise<void> {
  const { caller, member, context } = joining;
  if (caller === null) {
    const from = { address: remoteAddress(context), userAgent: context.req.header('User-Agent') ?? '' };
    await signBrowserIn(response, { userID: member.userID, from, context }, { accounts, at: clock.now() });
  } else if (caller.via.kind === 'session') {
    await store.changeSession(
      { id: caller.via.sessionID, userID: caller.userID },
      { activeTeamID: member.teamID },
    );
  }
}

type Refused = 'gone' | 'other_email' | 'member' | 'email_taken' | 'too_many';

function invitationError(outcome: Refused, invitation: Invitation | null): AppError {
  switch (outcome) {
    case 'gone':
      return new AppError(
        'not_found',
        'This invitation was accepted or revoked, or has expired. Ask for a new one.',
      );
    case 'other_email':
      return new AppError(
        'forbidden',
        `This invitation is for ${invitation?.email ?? 'another address'}. Sign in with that address, or ask for a link that anyone can use.`,
      );
    case 'member':
      return new AppError('conflict', 'You already belong to this team.');
    case 'email_taken':
      return new AppError(
        'conflict',
        'This address has an account. Sign in, then open the invitation again.',
      );
    case 'too_many':
      return new AppError('conflict', `The team has reached its limit of ${MEMBERS_MAX} members.`);
  }
}

export const INVITATION_ACCEPT_ENDPOINTS = [lookUpInvitation, acceptInvitation];
