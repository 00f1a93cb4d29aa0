import {
  type Access,
  type Caller,
  type Credential,
  endingToken,
  freshSignInRequiredError,
  includesScope,
  isFreshSignIn,
  type Permission,
  roleMay,
  type Scope,
  scopeOf,
} from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';

/** Requirement of an endpoint: a permission, `account` (a person), `session` (a person in a browser) or `anyone`. */
export type AccessRequirement = Permission | 'account' | 'session' | 'anyone';

export function requireAccess(caller: Caller | null, permission: Permission): Access {
  const access = requireCaller(caller).access;
  if (access === null)
    throw new AppError('forbidden', "You don't belong to a team. Open an invitation or create a team.");
  if (access.lacksSecondFactor) throw twoFactorRequired(access.via);
  requirePermission(access, permission);
  return access;
}

export function requirePermission(access: Pick<Access, 'role' | 'scope'>, permission: Permission): void {
  if (!roleMay(permission, access.role))
    throw new AppError(
      'forbidden',
      `Your role ${access.role} does not allow this. Ask an owner or admin of the team.`,
    );
  requireScope(access, scopeOf(permission));
}

/** Throws unless the token has the scope or a wider one. Sessions have all scopes. */
export function requireScope({ scope }: Pick<Access, 'scope'>, required: Scope): void {
  if (includesScope(scope, required)) return;
  if (required !== 'admin')
    throw new AppError('forbidden', `This requires a token with the scope ${required}. Yours has ${scope}.`);
  throw new AppError(
    'admin_scope_required',
    `This requires a token with the scope admin. Yours has ${scope}. Do this in the application, or get a token with that scope: ` +
      'under Account, API, or with overdue login --scope admin.',
  );
}

/** Throws if the caller's token expires, because a public address works until somebody revokes the address. */
export function requireLastingAccess(access: Access, address = 'the new address'): void {
  if (endingToken(access) === null || includesScope(access.scope, 'admin')) return;
  throw new AppError(
    'admin_scope_required',
    `Your token expires, but ${address} would keep working. Do this in the application, or use a token that doesn't expire or ` +
      'has the scope admin.',
  );
}

function twoFactorRequired({ kind }: Credential): AppError {
  const message =
    kind === 'token'
      ? 'This team requires two-factor authentication. The holder of this token must set it up under Account before the token works again.'
      : 'This team requires two-factor authentication. Set it up under Account, or sign in with your passkey.';
  return new AppError('two_factor_required', message);
}

export function requireWholeTeam({ projects }: Access): void {
  if (projects === null) return;
  throw new AppError(
    'forbidden',
    'This token is limited to some projects, but the request concerns the whole team. Use a token without that limit.',
  );
}

export function requirePerson(caller: Caller | null, requirement: 'account' | 'session'): Caller {
  const person = requireCaller(caller);
  if (requirement === 'session') requireSession(person);
  return person;
}

/** Throws unless the sign-in is fresh. See {@link isFreshSignIn}. */
export function requireFreshSignIn(via: Credential, now: number): void {
  if (!isFreshSignIn(via, now)) throw freshSignInRequiredError();
}

/** Throws unless the request uses a browser session, because some credentials may only be created in a browser. */
export function requireSession({ via }: Pick<Access, 'via'>): void {
  if (via.kind === 'session') return;
  throw new AppError('forbidden', "Sign in to do this. Tokens aren't accepted.");
}

export function requireCaller(caller: Caller | null): Caller {
  if (caller !== null) return caller;
  throw new AppError(
    'unauthorized',
    'Send a valid API token in the header Authorization: Bearer ovd_… Create one in the application under Account, API.',
  );
}
