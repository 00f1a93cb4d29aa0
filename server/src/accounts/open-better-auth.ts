import type { BetterAuth, BetterAuthDependencies, OIDC } from './better-auth.ts';

/** Loads better-auth on demand, so that the start doesn't wait for a third of the service's code. */
export async function openBetterAuth(
  dependencies: BetterAuthDependencies,
  oidc: OIDC | null,
): Promise<BetterAuth> {
  const { createBetterAuth } = await import('./better-auth.ts');
  return createBetterAuth(dependencies, oidc);
}
