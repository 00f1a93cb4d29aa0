import type { BetterAuth, BetterAuthParts, OIDC } from './better-auth.ts';

/** Loads better-auth with all that it needs, a third of what the service is made of: a start does not wait for it. */
export async function openBetterAuth(parts: BetterAuthParts, oidc: OIDC | null): Promise<BetterAuth> {
  const { createBetterAuth } = await import('./better-auth.ts');
  return createBetterAuth(parts, oidc);
}
