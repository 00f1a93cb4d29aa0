import {
  type Access,
  DEFAULT_SCOPE,
  includesScope,
  roleMay,
  SCOPES,
  type Scope,
} from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { expiryOf } from '../../api/expiry.ts';
import { referencesIn, referencesTo } from '../../api/missing-references.ts';
import { decodeCursorText, pageOf, pageQuery } from '../../api/page.ts';
import { requireScope, requireSession, requireWholeTeam } from '../../api/permission.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import {
  nextCursor,
  pathID,
  singleLineText,
  timeInput,
  timeOutput,
  UUID_EXAMPLE,
} from '../../api/schemas.ts';
import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import type { AuditDetails } from '../../audit/contract.ts';
import { newToken } from '../../platform/security/token.ts';
import type { Member } from '../../teams/contract.ts';
import { memberParams } from '../../teams/endpoints/members.ts';
import type { NewToken, Token } from '../contract.ts';

const tokenParams = z.object({
  tokenID: pathID.meta({ description: "The token's `id`.", example: UUID_EXAMPLE }),
});

const memberTokenParams = memberParams.extend({
  memberTokenID: pathID.meta({
    description: "The `id` of one of the member's tokens.",
    example: UUID_EXAMPLE,
  }),
});

export const scope = z.enum(SCOPES);

export const token = z
  .object({
    id: z.string().meta({
      description: 'Identifies the token in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    name: z.string().meta({ example: 'deploy script' }),
    scope: scope.meta({
      description:
        '`read` allows reading; `write` also allows changes; `admin` also allows managing members, invitations, the keys of projects and the rules of the team.',
      example: 'write',
    }),
    prefix: z
      .string()
      .meta({ description: 'First characters of the token, for recognizing it.', example: 'ovd_9xQb' }),
    createdAt: timeOutput('Creation time.', '2026-11-02T09:12:44.018Z'),
    lastUsedAt: timeOutput(
      'Time of the last use, to the minute; null if never used.',
      '2026-11-20T07:31:02.640Z',
    ).nullable(),
    expiresAt: timeOutput(
      'Expiry time, set for the token or by the team; null if the token does not expire.',
      '2099-11-02T00:00:00.000Z',
    ).nullable(),
    projects: z.array(z.string()).meta({
      description: '`shortID`s of the projects that the token is limited to; empty for the whole team.',
      example: [],
    }),
  })
  .meta({ id: 'Token' });

export function writeToken({ id, name, scope, prefix, createdAt, lastUsedAt, expiresAt, projects }: Token) {
  return {
    id,
    name,
    scope,
    prefix,
    createdAt: writeTime(createdAt),
    lastUsedAt: writeTimeOrNull(lastUsedAt),
    expiresAt: writeTimeOrNull(expiresAt),
    projects: projects ?? [],
  };
}

/** Maximum projects that a token can be limited to. */
const PROJECTS_MAX = 100;

const createdToken = token
  .extend({
    token: z.string().meta({
      description: 'The token itself. It is never shown again.',
      example: 'ovd_9xQbT4kLw2ZpV7mR1sYcN8hGdJ5fA3uE6oKiXqBt',
    }),
  })
  .meta({ id: 'CreatedToken' });

export const tokenBody = z
  .strictObject({
    name: singleLineText(1, NAME_LENGTH_MAX).meta({
      description: 'Purpose of the token.',
      example: 'deploy script',
    }),
    scope: scope.optional().meta({
      description:
        'Default: `write`, or `read` if your role is read-only. The scope `admin` is never a default: a token with it can give others access.',
      example: 'write',
    }),
    expiresAt: timeInput.nullable().optional().meta({
      description:
        'RFC 3339 time in the future at which the token expires. Default: never, or the latest time that the team allows.',
      example: '2099-11-02T00:00:00Z',
    }),
    projects: z
      .array(z.string())
      .max(PROJECTS_MAX)
      .default([])
      .transform((shortIDs) => [...new Set(shortIDs)])
      .meta({
        description:
          `\`shortID\`s of up to ${PROJECTS_MAX} projects. The token then reads and changes only these projects and their monitors, ` +
          'and nothing that belongs to the whole team. Empty for the whole team.',
        example: [],
      }),
  })
  .meta({ id: 'TokenInput' });

const listTokens = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/tokens/',
  operationID: 'listTokens',
  tag: 'Tokens',
  summary: 'List your tokens',
  description: 'Your tokens for this team, oldest first, without the secret part.',
  permission: 'read',
  query: pageQuery,
  responses: success(200, 'The tokens.', { tokens: z.array(token), nextCursor }),
  errors: ['invalid'],
  async handle({ access, query }, { store }) {
    const after = query.cursor === undefined ? '' : decodeCursorText('tokens', query.cursor);
    const tokens = await store.listTokens(access.memberID, after, query.limit + 1);
    const page = pageOf('tokens', { rows: tokens, limit: query.limit, position: ({ id }) => id });
    return respond(200, { tokens: page.rows.map(writeToken), nextCursor: page.nextCursor });
  },
});

const createToken = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/tokens/',
  operationID: 'createToken',
  tag: 'Tokens',
  summary: 'Create a token',
  description:
    'Creates a personal token for this team. The token is revoked when your membership ends. Only a signed-in person can ' +
    "create one: a token can't create tokens.",
  permission: 'read',
  needsFreshSignIn: true,
  refusesTokens: true,
  body: tokenBody,
  bodyExample: { name: 'deploy script', scope: 'write', expiresAt: '2099-11-02T00:00:00Z' },
  responses: success(201, 'The new token, including its secret part.', { token: createdToken }),
  errors: [],
  async handle({ access, body, audit }, parts) {
    requireSession(access);
    const secret = newToken(parts.random);
    const created = { ...(await newTokenOf(body, access, parts)), prefix: secret.prefix };
    await parts.store.createToken(
      { ...created, hash: secret.hash },
      referencesTo(access.teamID, referencesIn('project', 'projects', body.projects)),
    );
    audit({ details: describeAccess(created) });
    return respond(201, { token: { ...writeToken({ ...created, lastUsedAt: null }), token: secret.token } });
  },
});

/** Returns a new token with the requested settings, without its secret part. */
export async function newTokenOf(
  body: Pick<z.output<typeof tokenBody>, 'name' | 'scope' | 'expiresAt' | 'projects'>,
  access: Access,
  { store, clock, random }: Pick<V1Parts, 'store' | 'clock' | 'random'>,
): Promise<Omit<NewToken, 'hash' | 'prefix'>> {
  const createdAt = clock.now();
  if (body.scope !== undefined && !includesScope(widestScope(access), body.scope))
    throw new AppError(
      'forbidden',
      `Your role ${access.role} is read-only. Create a token with the scope read.`,
    );
  const { tokenDaysMax } = await store.findTeamSettings(access.teamID);
  return {
    id: random.uuid(),
    memberID: access.memberID,
    name: body.name,
    scope: body.scope ?? grantedScope(DEFAULT_SCOPE, access),
    createdAt,
    expiresAt: expiryOf(body.expiresAt ?? null, createdAt, tokenDaysMax),
    projects: body.projects.length === 0 ? null : body.projects,
  };
}

function widestScope({ role }: Pick<Access, 'role'>): Scope {
  return roleMay('write', role) ? 'admin' : 'read';
}

/** Returns the wanted scope, or the widest one that the role allows. */
export function grantedScope(wanted: Scope, access: Pick<Access, 'role'>): Scope {
  const widest = widestScope(access);
  return includesScope(widest, wanted) ? wanted : widest;
}

/** Returns the details of an audit entry about a new token. */
export function describeAccess({
  scope,
  expiresAt,
  projects,
}: Pick<NewToken, 'scope' | 'expiresAt' | 'projects'>): AuditDetails {
  const details = { scope, expiresAt: writeTimeOrNull(expiresAt) };
  return projects === null ? details : { ...details, projects: projects.length };
}

const revokeToken = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/tokens/{tokenID}/',
  operationID: 'revokeToken',
  allowsProjectTokens: true,
  tag: 'Tokens',
  summary: 'Revoke a token',
  description: 'The token stops working immediately. A token with the scope `read` can revoke only itself.',
  permission: 'read',
  params: tokenParams,
  responses: success(200, 'The ID of the revoked token.', { token: token.pick({ id: true }) }),
  errors: ['not_found'],
  async handle({ access, params, audit }, { store }) {
    const { via } = access;
    if (via.kind !== 'token' || params.tokenID !== via.tokenID) {
      requireScope(access, 'write');
      requireWholeTeam(access);
    }
    const revoked = await store.revokeToken(access.memberID, params.tokenID);
    if (revoked === null) throw new AppError('not_found', 'You have no such token.');
    audit({ target: { kind: 'token', id: params.tokenID, name: revoked.name } });
    return respond(200, { token: { id: params.tokenID } });
  },
});

export const TOKEN_ENDPOINTS = [listTokens, createToken, revokeToken];

async function findMember(
  { access, params }: { readonly access: Access; readonly params: { readonly memberID: string } },
  { store }: V1Parts,
): Promise<Member> {
  const [member] = await store.listMembers({ teamID: access.teamID, memberID: params.memberID });
  if (member === undefined) throw new AppError('not_found', 'There is no such member.');
  return member;
}

const listMemberTokens = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/members/{memberID}/tokens/',
  operationID: 'listMemberTokens',
  tag: 'Members',
  summary: "List a member's tokens",
  description: "A member's tokens for this team, oldest first, without the secret part.",
  permission: 'oversee',
  params: memberParams,
  query: pageQuery,
  responses: success(200, 'The tokens.', { tokens: z.array(token), nextCursor }),
  errors: ['not_found', 'invalid'],
  async handle(request, parts) {
    const { query } = request;
    const { id } = await findMember(request, parts);
    const after = query.cursor === undefined ? '' : decodeCursorText('tokens', query.cursor);
    const page = pageOf('tokens', {
      rows: await parts.store.listTokens(id, after, query.limit + 1),
      limit: query.limit,
      position: (each) => each.id,
    });
    return respond(200, { tokens: page.rows.map(writeToken), nextCursor: page.nextCursor });
  },
});

const revokeMemberToken = endpoint({
  ...NO_INPUT,
  method: 'delete',
  path: '/v1/members/{memberID}/tokens/{memberTokenID}/',
  operationID: 'revokeMemberToken',
  action: 'token.revoke',
  tag: 'Members',
  summary: "Revoke a member's token",
  description: 'The token stops working immediately. Only owners can revoke the tokens of owners.',
  permission: 'administer',
  params: memberTokenParams,
  responses: success(200, 'The ID of the revoked token.', { token: token.pick({ id: true }) }),
  errors: ['not_found'],
  async handle(request, parts) {
    const { access, params, audit } = request;
    const { id: memberID, email, role } = await findMember(request, parts);
    if (role === 'owner' && access.role !== 'owner')
      throw new AppError(
        'forbidden',
        'Only an owner of the team may revoke the tokens of an owner. Ask one.',
      );
    const id = params.memberTokenID;
    const revoked = await parts.store.revokeToken(memberID, id);
    if (revoked === null) throw new AppError('not_found', 'This member has no such token.');
    audit({ target: { kind: 'token', id, name: revoked.name }, details: { member: email } });
    return respond(200, { token: { id } });
  },
});

export const MEMBER_TOKEN_ENDPOINTS = [listMemberTokens, revokeMemberToken];
