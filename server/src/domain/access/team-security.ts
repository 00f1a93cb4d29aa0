import type { Access } from './access.ts';

/** Rules that a team's owners set for its members' sign-ins and tokens. */
export interface TeamSecurity {
  /** Whether members without a second factor are kept out. */
  readonly requiresTwoFactor: boolean;
  /** Longest lifetime of a token in days; null for any. */
  readonly tokenDaysMax: number | null;
}

const DAY_MS = 86_400_000;

/** Returns the time at which a token ends by its own expiry and by the team's rule; null for never. */
export function tokenEnd(
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number | null },
  tokenDaysMax: number | null,
): number | null {
  if (tokenDaysMax === null) return expiresAt;
  const latest = createdAt + tokenDaysMax * DAY_MS;
  return expiresAt === null ? latest : Math.min(expiresAt, latest);
}

/** Ways to sign in whose second factor is not ours to ask for: a passkey is two factors, and a provider asks for its own. */
export const STRONG_METHODS = ['passkey', 'oidc'] as const;
export type StrongMethod = (typeof STRONG_METHODS)[number];

/** Returns whether something of a project may be seen and changed. */
export function reaches({ projects }: Pick<Access, 'projects'>, projectShortID: string): boolean {
  return projects === null || projects.includes(projectShortID);
}
