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
  | { readonly kind: 'session'; readonly sessionID: string };

/** Who is asking, and in which team: what an API token stands for, or a session in its active team. */
export interface Access {
  readonly via: Via;
  readonly teamID: string;
  readonly memberID: string;
  readonly userID: string;
  readonly role: Role;
  readonly scope: Scope;
}

/** Who is asking, whether or not they are in any team. */
export interface Asker {
  readonly via: Via;
  readonly userID: string;
  /** Null for a session of somebody who is in no team. */
  readonly access: Access | null;
}
