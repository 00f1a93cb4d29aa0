import { DAY_MS } from '../time-units.ts';
import type { Access } from './access.ts';

export interface TeamSecurity {
  readonly requiresTwoFactor: boolean;
  readonly tokenDaysMax: number | null;
}

/**
 * Returns when a token or a project key expires: at its own expiry or at the end of the lifetime that the team allows, whichever
 * comes first. Returns null if it never expires. The lifetime of a key that ends with a token counts from the creation of the token.
 */
export function tokenEnd(
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number | null },
  tokenDaysMax: number | null,
): number | null {
  if (tokenDaysMax === null) return expiresAt;
  const latest = createdAt + tokenDaysMax * DAY_MS;
  return expiresAt === null ? latest : Math.min(expiresAt, latest);
}

/**
 * Sign-in methods that need no second factor at Overdue: a passkey counts as two factors, and an identity provider checks the
 * second factor itself.
 */
export const STRONG_METHODS = ['passkey', 'oidc'] as const;
export type StrongMethod = (typeof STRONG_METHODS)[number];

export function coversProject({ projects }: Pick<Access, 'projects'>, projectShortID: string): boolean {
  return projects === null || projects.includes(projectShortID);
}
