import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import { hashToken } from '../../platform/security/token.ts';

/** Maximum secrets whose hash is cached. */
const HASHED_MAX = 1000;

/**
 * Returns a function that hashes the secrets of ping keys. Caches recent hashes, because pings keep repeating the same few keys.
 */
export function createKeyHash(): (secret: string) => string {
  const hashes = createGenerationCache<string, string>(HASHED_MAX);
  return (secret) => {
    const cached = hashes.get(secret);
    if (cached !== undefined) return cached;
    const hash = hashToken(secret);
    hashes.set(secret, hash);
    return hash;
  };
}
