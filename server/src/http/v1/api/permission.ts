import {
  type Access,
  type Asker,
  freshSignInRequired,
  isFresh,
  mayDo,
  type Permission,
  type Via,
} from '../../../domain/access/access.ts';
import { AppError } from '../../../domain/error.ts';

/**
 * Who may use an endpoint: a permission in the team · `account` whoever has shown who they are, in a team or not · `session`
 * the same, but in a browser, and by no token · `anyone`.
 */
export type Requirement = Permission | 'account' | 'session' | 'anyone';

/** Throws unless who asks is in a team, and may do it there. */
export function requireAccess(asker: Asker | null, permission: Permission): Access {
  const access = requireAsker(asker).access;
  if (access === null)
    throw new AppError('forbidden', 'You belong to no team. Open an invitation, or create a team.');
  if (access.lacksSecondFactor) throw twoFactorRequired(access.via);
  const { role, scope } = access;
  if (mayDo(permission, role, scope)) return access;
  const reason = mayDo(permission, role, 'write')
    ? 'This needs a token with the scope write. Yours only reads.'
    : `Your role ${role} does not allow this. Ask an owner or admin of the team.`;
  throw new AppError('forbidden', reason);
}

function twoFactorRequired({ kind }: Via): AppError {
  const message =
    kind === 'token'
      ? 'This team requires two-factor authentication. The holder of this token has to set it up under Account, then the token works again.'
      : 'This team requires two-factor authentication. Set it up under Account, or sign in with your passkey.';
  return new AppError('two_factor_required', message);
}

/** Throws for a token that is limited to some projects. */
export function requireWholeTeam({ projects }: Access): void {
  if (projects === null) return;
  throw new AppError(
    'forbidden',
    'This token is limited to some projects, and this concerns the whole team. Use a token without that limit.',
  );
}

/** Throws unless somebody asks, by a session where that is needed. */
export function requirePerson(asker: Asker | null, requirement: 'account' | 'session'): Asker {
  const person = requireAsker(asker);
  if (requirement === 'session') requireSession(person);
  return person;
}

/** Throws unless the session's person proved who they are within the last ten minutes. */
export function requireFresh(via: Via, now: number): void {
  if (!isFresh(via, now)) throw freshSignInRequired();
}

/** Throws for a token: some credentials only a person in a browser may hand out. */
export function requireSession({ via }: Pick<Access, 'via'>): void {
  if (via.kind === 'session') return;
  throw new AppError('forbidden', 'This needs a person who has signed in. A token can not do it.');
}

export function requireAsker(asker: Asker | null): Asker {
  if (asker !== null) return asker;
  throw new AppError(
    'unauthorized',
    'Send a valid API token in the header Authorization: Bearer ovd_… One comes with overdue-server setup; create more in the application under Account, API.',
  );
}
