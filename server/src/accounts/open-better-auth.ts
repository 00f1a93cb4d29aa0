import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';
import type { BetterAuth, BetterAuthDependencies, OIDC } from './better-auth.ts';

/** Parts of better-auth, the innermost first. Loading them at once would delay pings by hundreds of milliseconds. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('better-auth/crypto'),
  () => import('better-auth/cookies'),
  () => import('better-auth/db'),
  () => import('better-auth/api'),
  () => import('better-auth/plugins/magic-link'),
  () => import('better-auth/plugins/two-factor'),
  () => import('better-auth/plugins/generic-oauth'),
  () => import('@better-auth/passkey'),
  () => import('better-auth'),
];

/**
 * Loads better-auth on demand, so that the start doesn't wait for a third of the service's code. Loads it in steps, between which
 * the service answers pings.
 */
export async function openBetterAuth(
  dependencies: BetterAuthDependencies,
  oidc: OIDC | null,
): Promise<BetterAuth> {
  for (const load of PARTS) {
    await load();
    await yieldToPings();
  }
  const { createBetterAuth } = await import('./better-auth.ts');
  return createBetterAuth(dependencies, oidc);
}
