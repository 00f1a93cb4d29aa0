import { AppError } from '../error.ts';

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
/** What a membership allows. Each role can do all that the ones after it can. */
export type Role = (typeof ROLES)[number];

export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** `read` looks · `write` changes monitors and projects · `administer` changes who belongs to the team. */
export type Permission = 'read' | 'write' | 'administer';

const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['read', 'write', 'administer'],
  admin: ['read', 'write', 'administer'],
  member: ['read', 'write'],
  viewer: ['read'],
};

/** Whether somebody may do something: the role must allow it, and a token's scope must not exclude it. */
export function mayDo(permission: Permission, role: Role, scope: Scope): boolean {
  return PERMISSIONS[role].includes(permission) && (permission === 'read' || scope === 'write');
}

/** Whether somebody may see ping URLs. A ping URL is the credential for pings: reports of runs need the permission to write. */
export function maySeePingURLs({ role, scope }: Pick<Access, 'role' | 'scope'>): boolean {
  return mayDo('write', role, scope);
}

/** By what somebody has shown who they are. */
export type Via =
  | { readonly kind: 'token'; readonly tokenID: string }
  | {
      readonly kind: 'session';
      readonly sessionID: string;
      /** Time at which the person in this session last proved who they are. */
      readonly authenticatedAt: number;
    };

/** How long a sign-in or a confirmation suffices for actions that give somebody lasting access. */
export const FRESH_MS = 10 * 60_000;

/** Returns whether the credential may do what needs a fresh sign-in. A token is its own credential and stays fresh. */
export function isFresh(via: Via, now: number): boolean {
  return via.kind === 'token' || now - via.authenticatedAt < FRESH_MS;
}

/** The refusal of an action that needs a sign-in or a confirmation within the last ten minutes. */
export function freshSignInRequired(): AppError {
  return new AppError(
    'fresh_sign_in_required',
    'Your last sign-in was more than 10 minutes ago. Confirm that it’s you, then try again.',
  );
}

/** Maximum lifetime of a session in days, however often it is used. */
export const SESSION_DAYS_MAX = 90;

/** Returns the time at which a session ends even if it is in use. */
export function sessionEnd({ createdAt }: { readonly createdAt: number }): number {
  return createdAt + SESSION_DAYS_MAX * 86_400_000;
}

/** Who is asking, and in which team: what an API token stands for, or a session in its active team. */
export interface Access {
  readonly via: Via;
  readonly teamID: string;
  readonly memberID: string;
  readonly userID: string;
  readonly role: Role;
  readonly scope: Scope;
  /** Short IDs of the projects that a token is limited to; null for all. */
  readonly projects: readonly string[] | null;
  /** Whether the team asks for a second factor that this credential does not have. */
  readonly lacksSecondFactor: boolean;
}

/** Who is asking, whether or not they are in any team. */
export interface Asker {
  readonly via: Via;
  readonly userID: string;
  /** Null for a session of somebody who is in no team. */
  readonly access: Access | null;
}
