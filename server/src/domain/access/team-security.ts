import type { Access } from './access.ts';

export interface TeamSecurity {
  readonly requiresTwoFactor: boolean;
  readonly tokenDaysMax: number | null;
}

const DAY_MS = 86_400_000;

/** Returns the time at which a token expires, by its own expiry or by the team's rule; null for never. */
export function tokenEnd(
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number | null },
  tokenDaysMax: number | null,
): number | null {
  if (tokenDaysMax === null) return expiresAt;
  const latest = createdAt + tokenDaysMax * DAY_MS;
  return expiresAt === null ? latest : Math.min(expiresAt, latest);
}

/** Sign-in methods that need no second factor from us: a passkey counts as two, and an identity provider asks for its own. */
export const STRONG_METHODS = ['passkey', 'oidc'] as const;
export type StrongMethod = (typeof STRONG_METHODS)[number];

export function coversProject({ projects }: Pick<Access, 'projects'>, projectShortID: string): boolean {
  return projects === null || projects.includes(projectShortID);
}
