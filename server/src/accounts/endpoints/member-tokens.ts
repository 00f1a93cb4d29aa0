import type { Access } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { decodeCursorText } from '../../api/cursor.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { memberParams, memberTokenParams, nextCursor } from '../../api/schemas.ts';
import type { Member } from '../../teams/contract.ts';
import { token, writeToken } from './token-schema.ts';

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
