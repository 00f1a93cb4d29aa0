import { AppError } from '../error.ts';

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
/** Roles, strongest first. Each role includes the permissions of all weaker roles. */
export type Role = (typeof ROLES)[number];

export const SCOPES = ['read', 'write', 'admin'] as const;
/** Scopes of tokens, narrowest first. Each scope includes all narrower scopes. A session has the scope `admin`. */
export type Scope = (typeof SCOPES)[number];

/** The scope of a token whose creator chooses none. Only an explicit choice gives the scope `admin`. */
export const DEFAULT_SCOPE = 'write' satisfies Scope;

/** The weakest role and the narrowest scope of each permission. */
const REQUIREMENTS = {
  /** View. */
  read: { role: 'viewer', scope: 'read' },
  /** Change monitors, projects, channels and other content. */
  write: { role: 'member', scope: 'write' },
  /** Read what only owners and admins see, such as the audit log. */
  oversee: { role: 'admin', scope: 'write' },
  /** Create and delete the keys of projects. */
  grant: { role: 'member', scope: 'admin' },
  /** Manage members, invitations and the team's name. */
  administer: { role: 'admin', scope: 'admin' },
} as const satisfies Readonly<Record<string, { readonly role: Role; readonly scope: Scope }>>;

export type Permission = keyof typeof REQUIREMENTS;

export function scopeOf(permission: Permission): Scope {
  return REQUIREMENTS[permission].scope;
}

export function includesScope(granted: Scope, required: Scope): boolean {
  return SCOPES.indexOf(granted) >= SCOPES.indexOf(required);
}

/** Whether a role has a permission, whatever the credential. */
export function roleMay(permission: Permission, role: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(REQUIREMENTS[permission].role);
}

/** Checks both the role's permission and the token's scope. */
export function mayDo(permission: Permission, role: Role, scope: Scope): boolean {
  return roleMay(permission, role) && includesScope(scope, scopeOf(permission));
}

/** Whether ping URLs are visible. A ping URL is the credential for reporting runs, so seeing one requires write permission. */
export function maySeePingURLs({ role, scope }: Pick<Access, 'role' | 'scope'>): boolean {
  return mayDo('write', role, scope);
}

export type Credential =
  | {
      readonly kind: 'token';
      readonly tokenID: string;
      readonly name: string;
      /** Time at which the token ends, by its own expiry or by the team's limit; null if it doesn't end. */
      readonly endsAt: number | null;
    }
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

/**
 * Whether the caller signed in or confirmed their identity recently. Always true for tokens: actions that need a fresh sign-in
 * also need the scope `admin`, which a person gave to the token after a fresh sign-in.
 */
export function isFreshSignIn(via: Credential, now: number): boolean {
  return via.kind === 'token' || now - via.authenticatedAt < FRESH_SIGN_IN_MS;
}

export function freshSignInRequiredError(): AppError {
  return new AppError(
    'fresh_sign_in_required',
    'Your last sign-in was more than 10 minutes ago. Confirm that it’s you, then try again.',
  );
}

/**
 * The token whose end also ends what the caller creates: keys of projects and invitations. Null for sessions, and for tokens that
 * don't end.
 */
export function endingToken({
  via,
}: Pick<Access, 'via'>): { readonly id: string; readonly endsAt: number } | null {
  return via.kind === 'token' && via.endsAt !== null ? { id: via.tokenID, endsAt: via.endsAt } : null;
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
