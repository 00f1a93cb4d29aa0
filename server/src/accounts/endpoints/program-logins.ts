import { type Access, DEFAULT_SCOPE, type Scope } from '@overdue/domain/access/access.ts';
import { type ProgramLogin, parseUserCode } from '@overdue/domain/access/program-login.ts';
import { USER_CODE_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { referencesIn, referencesTo } from '../../api/missing-references.ts';
import { requireSession } from '../../api/permission.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { hashToken } from '../../platform/security/token.ts';
import type { ProgramLoginChange } from '../contract.ts';
import { countSignInAttempt, forgiveSignInAttempts, type SignInAttempt } from '../sign-in/limits.ts';
import { describeAccess, grantedScope, newTokenOf, scope, token, tokenBody, writeToken } from './tokens.ts';

const PATH = '/v1/device-authorizations/';

const deviceAuthorization = z
  .object({
    hostName: z.string().meta({
      description: 'Host name that the program reported; empty if unknown.',
      example: 'db1.example.com',
    }),
    remoteAddress: z.string().meta({ description: 'Address of the request.', example: '192.0.2.17' }),
    scope: scope.meta({ description: 'Scope that the program asks for.', example: 'write' }),
    createdAt: timeOutput('Start of the login.'),
    expiresAt: timeOutput('Time until which the login can be confirmed.'),
  })
  .meta({ id: 'DeviceAuthorization' });

const userCode = z.string().max(USER_CODE_LENGTH_MAX).meta({
  description: 'Code that the program shows. Case, spaces and hyphens make no difference.',
  example: 'WDJB-MJHT',
});
const codeBody = z.strictObject({ userCode }).meta({ id: 'UserCode' });
const approvalBody = tokenBody
  .extend({
    userCode,
    scope: scope.optional().meta({
      description:
        'Default: the scope that the program asks for, as far as your role allows, but never `admin`: only an explicit choice gives it.',
      example: 'write',
    }),
  })
  .meta({ id: 'DeviceApproval' });

const common = {
  ...NO_INPUT,
  method: 'post',
  tag: 'Tokens',
  permission: 'read',
  refusesTokens: true,
} as const;

function writeLogin({ hostName, remoteAddress, scope, createdAt, expiresAt }: ProgramLogin) {
  return {
    hostName,
    remoteAddress,
    scope,
    createdAt: writeTime(createdAt),
    expiresAt: writeTime(expiresAt),
  };
}

/** Finds the login with a code, and applies the decision of `decide`. Limits attempts, so that no one can guess a code. */
async function changeLogin(
  typed: string,
  { userID }: Access,
  {
    parts: { store, clock },
    decide,
  }: { readonly parts: V1Parts; readonly decide: (found: ProgramLogin) => ProgramLoginChange },
): Promise<ProgramLogin> {
  const now = clock.now();
  const attempt: SignInAttempt = { kind: 'code', address: userID, account: null };
  await countSignInAttempt(store, attempt, now);
  const letters = parseUserCode(typed);
  const changed =
    letters === null
      ? null
      : await store.programLogins.change({ userCodeHash: hashToken(letters) }, (login) =>
          isOpen(login, now) ? decide(login) : { kind: 'nothing' },
        );
  if (changed === null || !isOpen(changed.login, now))
    throw new AppError(
      'not_found',
      'No login has this code. The code may have expired; the program shows a new one.',
    );
  await forgiveSignInAttempts(store, attempt);
  return changed.login;
}

/** Returns the scope of a login whose approval names none. The person may not have seen what the program asks for. */
function defaultScope(asked: Scope, access: Access): Scope {
  return grantedScope(asked === 'admin' ? DEFAULT_SCOPE : asked, access);
}

function isOpen({ decision, expiresAt }: ProgramLogin, now: number): boolean {
  return decision === 'pending' && now < expiresAt;
}

const findDeviceAuthorization = endpoint({
  ...common,
  path: `${PATH}find/`,
  operationID: 'findDeviceAuthorization',
  summary: 'Find a program login',
  description:
    'A program on a host, such as `overdue login`, shows a code and waits for confirmation. This endpoint finds the login by its code. After ' +
    'ten wrong codes in 15 minutes, further ones are refused.',
  body: codeBody,
  bodyExample: { userCode: 'WDJB-MJHT' },
  responses: success(200, 'The login.', { deviceAuthorization }),
  action: null,
  errors: ['not_found'],
  async handle({ access, body }, parts) {
    requireSession(access);
    const decide = () => ({ kind: 'nothing' }) as const;
    const login = await changeLogin(body.userCode, access, { parts, decide });
    return respond(200, { deviceAuthorization: writeLogin(login) });
  },
});

const approveDeviceAuthorization = endpoint({
  ...common,
  path: `${PATH}approve/`,
  operationID: 'approveDeviceAuthorization',
  summary: 'Approve a program login',
  description:
    'Creates a token for this team, which the program gets once, with its next request before the login expires. A login can be approved once. Only a signed-in ' +
    "person can approve one: a token can't.",
  needsFreshSignIn: true,
  body: approvalBody,
  bodyExample: { userCode: 'WDJB-MJHT', name: 'overdue on db1.example.com', scope: 'write' },
  responses: success(201, 'The new token, without its secret part, which only the program gets.', { token }),
  action: 'token.create',
  errors: ['not_found'],
  async handle({ access, body: { userCode: typed, ...body }, audit }, parts) {
    requireSession(access);
    const wanted = await newTokenOf(body, access, parts);
    const references = referencesTo(access.teamID, referencesIn('project', 'projects', body.projects));
    const tokenOf = (login: ProgramLogin) =>
      body.scope === undefined ? { ...wanted, scope: defaultScope(login.scope, access) } : wanted;
    const approved = await changeLogin(typed, access, {
      parts,
      decide: (login) => ({ kind: 'approve', token: tokenOf(login), references }),
    });
    const created = tokenOf(approved);
    audit({
      target: { kind: 'token', id: created.id, name: created.name },
      details: { ...describeAccess(created), askedScope: approved.scope, hostName: approved.hostName },
    });
    return respond(201, {
      token: writeToken({ ...created, prefix: approved.tokenPrefix, lastUsedAt: null }),
    });
  },
});

const denyDeviceAuthorization = endpoint({
  ...common,
  path: `${PATH}deny/`,
  operationID: 'denyDeviceAuthorization',
  summary: 'Deny a program login',
  description: 'The program gets no token.',
  body: codeBody,
  bodyExample: { userCode: 'WDJB-MJHT' },
  responses: success(200, 'The denied login.', { deviceAuthorization }),
  action: 'token.deny',
  errors: ['not_found'],
  async handle({ access, body, audit }, parts) {
    requireSession(access);
    const denied = await changeLogin(body.userCode, access, { parts, decide: () => ({ kind: 'deny' }) });
    audit({ target: null, details: { hostName: denied.hostName } });
    return respond(200, { deviceAuthorization: writeLogin(denied) });
  },
});

export const PROGRAM_LOGIN_ENDPOINTS = [
  findDeviceAuthorization,
  approveDeviceAuthorization,
  denyDeviceAuthorization,
];
