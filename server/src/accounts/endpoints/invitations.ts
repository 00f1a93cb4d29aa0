import { endingToken } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { decodeCursorText, pageOf, pageQuery } from '../../api/page.ts';
import { invalidInputError } from '../../api/problems.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { emailInput, nextCursor, pathID, UUID_EXAMPLE } from '../../api/schemas.ts';
import { newInvitationToken } from '../../platform/security/token.ts';
import { invitation, invitationTarget, invitedRole, writeInvitation } from '../../teams/endpoints/members.ts';
import { countSignInAttempt } from '../sign-in/limits.ts';

const invitationParams = z.object({
  invitationID: pathID.meta({ description: "The invitation's `invitationID`.", example: UUID_EXAMPLE }),
});

const OPEN_MAX = 100;
const DAYS_MAX = 30;
const DAYS_DEFAULT = 7;

const createdInvitation = invitation
  .extend({
    url: z.string().meta({
      description: 'The link. It is never shown again.',
      example: 'https://overdue.example.com/invite/9xQbT4kLw2ZpV7mR1sYcN8hGdJ5fA3uE6oKiXqBt',
    }),
    mailed: z.boolean().meta({
      description: 'Whether the link was mailed. If not, pass it on yourself.',
      example: true,
    }),
  })
  .meta({ id: 'CreatedInvitation' });

const invitationBody = z
  .strictObject({
    email: emailInput.nullable().optional().meta({
      description:
        'The only address that may accept the invitation. Without it, anyone with the link may accept.',
      example: 'eve@example.com',
    }),
    role: invitedRole,
    expiresInDays: z
      .int()
      .min(1)
      .max(DAYS_MAX)
      .optional()
      .meta({ description: `1 to ${DAYS_MAX}. Default: ${DAYS_DEFAULT}.`, example: DAYS_DEFAULT }),
  })
  .meta({ id: 'InvitationInput' });

const listInvitations = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/invitations/',
  operationID: 'listInvitations',
  tag: 'Members',
  summary: 'List open invitations',
  description: 'Invitations that can still be accepted, oldest first, without their links.',
  permission: 'oversee',
  query: pageQuery,
  responses: success(200, 'The invitations.', { invitations: z.array(invitation), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store, clock }) {
    const afterID = query.cursor === undefined ? '' : decodeCursorText('invitations', query.cursor);
    const page = { teamID: access.teamID, afterID, limit: query.limit + 1 };
    const records = await store.listInvitations(page, clock.now());
    const { rows, nextCursor: next } = pageOf('invitations', {
      rows: records,
      limit: query.limit,
      position: ({ id }) => id,
    });
    return respond(200, { invitations: rows.map(writeInvitation), nextCursor: next });
  },
});

const createInvitation = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/invitations/',
  operationID: 'createInvitation',
  tag: 'Members',
  summary: 'Invite a person',
  description:
    'Creates a link that can be accepted once. With an email address, only that address can accept the invitation, and the ' +
    'service mails the link if it can. A new invitation replaces an open one to the same address. A team has at most ' +
    `${OPEN_MAX} open invitations. A token needs the scope \`admin\`, and its invitations end with the token.`,
  permission: 'administer',
  needsFreshSignIn: true,
  body: invitationBody,
  bodyExample: { email: 'eve@example.com', role: 'member' },
  responses: success(201, 'The new invitation, with its link.', { invitation: createdInvitation }),
  errors: ['conflict'],
  async handle({ access, body, audit }, { store, clock, random, baseURL, accounts, mailInvitation }) {
    const createdAt = clock.now();
    if (mailInvitation !== null && body.email != null) {
      const attempt = { kind: 'invite', address: access.userID, account: body.email } as const;
      await countSignInAttempt(store, attempt, createdAt);
    }
    const secret = newInvitationToken(random);
    const newInvitation = {
      id: random.uuid(),
      teamID: access.teamID,
      email: body.email ?? null,
      role: body.role,
      hash: secret.hash,
      createdAt,
      expiresAt: Math.min(
        createdAt + (body.expiresInDays ?? DAYS_DEFAULT) * DAY_MS,
        endingToken(access)?.endsAt ?? Number.POSITIVE_INFINITY,
      ),
      invitedBy: access.memberID,
      endsWithToken: access.via.kind === 'token' ? access.via.tokenID : null,
    };
    switch (await store.createInvitation(newInvitation, OPEN_MAX)) {
      case 'created':
        break;
      case 'too_many':
        throw new AppError(
          'conflict',
          `The team has reached its limit of ${OPEN_MAX} open invitations. Revoke one first.`,
        );
      case 'member':
        throw invalidInputError([{ path: 'email', message: 'This address already belongs to a member.' }]);
      case 'not_allowed':
        throw new AppError('forbidden', 'Your role does not allow this. Ask an owner or admin of the team.');
    }
    const [record] = await store.listInvitations({ hash: secret.hash }, createdAt);
    if (record === undefined)
      throw new AppError('conflict', 'This invitation was just revoked. Create another one.');
    const linkOf = (end: string) => `${baseURL}/invite/${end}`;
    audit({
      target: invitationTarget(record),
      details: { role: newInvitation.role, email: newInvitation.email },
    });
    const mailed =
      newInvitation.email !== null &&
      ((await mailInvitation?.(record, linkOf(accounts.mailedLinks.write(secret.token)))) ?? false);
    return respond(201, { invitation: { ...writeInvitation(record), url: linkOf(secret.token), mailed } });
  },
});

const revokeInvitation = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/invitations/{invitationID}/',
  operationID: 'revokeInvitation',
  tag: 'Members',
  summary: 'Revoke an invitation',
  description: 'The link stops working immediately.',
  permission: 'administer',
  params: invitationParams,
  responses: success(200, 'The revoked invitation.', { invitation }),
  errors: ['not_found'],
  async handle({ access, params, audit }, { store }) {
    const revoked = await store.revokeInvitation(access.teamID, params.invitationID);
    if (revoked === null) throw new AppError('not_found', 'There is no such invitation.');
    audit({ target: invitationTarget(revoked), details: { role: revoked.role, email: revoked.email } });
    return respond(200, { invitation: writeInvitation(revoked) });
  },
});

export const INVITATION_ENDPOINTS = [listInvitations, createInvitation, revokeInvitation];
