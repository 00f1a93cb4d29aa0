import { AppError } from '../error.ts';

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
/** Roles, strongest first. Each role includes the permissions of all weaker roles. */
export type Role = (typeof ROLES)[number];

export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

/** `read`: view · `write`: change monitors and projects · `administer`: manage the team's members. */
export type Permission = 'read' | 'write' | 'administer';

const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['read', 'write', 'administer'],
  admin: ['read', 'write', 'administer'],
  member: ['read', 'write'],
  viewer: ['read'],
};

/** Checks both the role's permission and the token's scope. */
export function mayDo(permission: Permission, role: Role, scope: Scope): boolean {
  return PERMISSIONS[role].includes(permission) && (permission === 'read' || scope === 'write');
}

/** Whether ping URLs are visible. A ping URL is the credential for reporting runs, so seeing one requires write permission. */
export function maySeePingURLs({ role, scope }: Pick<Access, 'role' | 'scope'>): boolean {
  return mayDo('write', role, scope);
}

export type Credential =
  | { readonly kind: 'token'; readonly tokenID: string; readonly name: string }
  | {
      readonly kind: 'session';
      readonly sessionID: string;
      /** Time at which the person in this session last signed in or confirmed their identity. */
      readonly authenticatedAt: number;
    };

/**
 * How long a sign-in or confirmation counts as fresh. Actions that grant lasting access require a fresh sign-in or confirmation.
 */
export const FRESH_SIGN_IN_MS = 10 * 60_000;

/** Whether the caller signed in or confirmed their identity recently. Always true for tokens. */
export function isFreshSignIn(via: Credential, now: number): boolean {
  return via.kind === 'token' || now - via.authenticatedAt < FRESH_SIGN_IN_MS;
}

export function freshSignInRequiredError(): AppError {
  return new AppError(
    'fresh_sign_in_required',
    'Your last sign-in was more than 10 minutes ago. Confirm that it’s you, then try again.',
  );
}

export const SESSION_DAYS_MAX = 90;

export function sessionEnd({ createdAt }: { readonly createdAt: number }): number {
  return createdAt + SESSION_DAYS_MAX * 86_400_000;
}

/** Authenticated caller within a team: an API token, or a session in its active team. */
export interface Access {
  readonly via: Credential;
  readonly teamID: string;
  readonly memberID: string;
  readonly userID: string;
  readonly role: Role;
  readonly scope: Scope;
  /** Short IDs of the projects that a token is limited to; null for all projects. */
  readonly projects: readonly string[] | null;
  /** For a session: whether the sign-in used a second factor. For a token: whether its holder has a second factor. */
  readonly hasSecondFactor: boolean;
  /** Whether the team requires a second factor that the caller lacks. */
  readonly lacksSecondFactor: boolean;
}

export interface Caller {
  readonly via: Credential;
  readonly userID: string;
  /** Null for a session whose user belongs to no team. */
  readonly access: Access | null;
}
