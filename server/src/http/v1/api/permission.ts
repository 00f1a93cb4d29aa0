import {
  type Access,
  type Caller,
  type Credential,
  freshSignInRequiredError,
  isFreshSignIn,
  mayDo,
  type Permission,
} from '../../../domain/access/access.ts';
import { AppError } from '../../../domain/error.ts';

/** Requirement of an endpoint: a permission, `account` (a person), `session` (a person in a browser) or `anyone`. */
export type AccessRequirement = Permission | 'account' | 'session' | 'anyone';

export function requireAccess(caller: Caller | null, permission: Permission): Access {
  const access = requireCaller(caller).access;
  if (access === null)
    throw new AppError('forbidden', "You don't belong to a team. Open an invitation or create a team.");
  if (access.lacksSecondFactor) throw twoFactorRequired(access.via);
  const { role, scope } = access;
  if (mayDo(permission, role, scope)) return access;
  const reason = mayDo(permission, role, 'write')
    ? 'This requires a token with the scope write. Yours is read-only.'
    : `Your role ${role} does not allow this. Ask an owner or admin of the team.`;
  throw new AppError('forbidden', reason);
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
