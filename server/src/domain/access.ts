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

/** Whether a token's holder may do something: the role must allow it, and the token's scope must not exclude it. */
export function mayDo(permission: Permission, role: Role, scope: Scope): boolean {
  return PERMISSIONS[role].includes(permission) && (permission === 'read' || scope === 'write');
}

/** Who is asking, and in which team: what an API token stands for. */
export interface Access {
  readonly tokenID: string;
  readonly teamID: string;
  readonly memberID: string;
  readonly userID: string;
  readonly role: Role;
  readonly scope: Scope;
}
