import { Resolver } from 'node:dns/promises';
import type { Resolve, ResolvedAddress } from '../platform/outbound/guarded-lookup.ts';
import type { Clock } from '../platform/runtime/clock.ts';

/** Time-out of one query to one resolver, in milliseconds. */
const QUERY_MS = 2500;
const TRIES = 2;
/** Longest time for which an address is reused. */
const CACHE_MS_MAX = 60_000;
const CACHED_NAMES_MAX = 10_000;

interface Cached {
  readonly addresses: readonly ResolvedAddress[];
  readonly until: number;
}

export interface TargetResolveOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly resolveBySystem: Resolve;
  /** Addresses of resolvers. Default: those of the system. */
  readonly servers?: readonly string[];
}

/**
 * Creates the look-up of targets. Asks the resolvers of the system directly, because the system's own look-up occupies one of a few threads until
 * it ends. Names that the resolvers don't know may be in the hosts file, which only the system reads.
 */
export function createTargetResolve({ clock, resolveBySystem, servers }: TargetResolveOptions): Resolve {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const cache = new Map<string, Cached>();

  async function ask(host: string): Promise<Cached> {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(host, { ttl: true }),
      resolver.resolve6(host, { ttl: true }),
    ]);
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map((record) => ({ ...record, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((record) => ({ ...record, family: 6 })) : []),
    ];
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
    const seconds = Math.min(...found.map(({ ttl }) => ttl));
    return {
      addresses: found.map(({ address, family }) => ({ address, family })),
      until: clock.monotonic() + Math.min(seconds * 1000, CACHE_MS_MAX),
    };
  }

  function keep(host: string, found: Cached): void {
    cache.delete(host);
    cache.set(host, found);
    const [oldest] = cache.keys();
    if (cache.size > CACHED_NAMES_MAX && oldest !== undefined) cache.delete(oldest);
  }

  return async (host) => {
    const cached = cache.get(host);
    if (cached !== undefined && cached.until > clock.monotonic()) return cached.addresses;
    try {
      const found = await ask(host);
      keep(host, found);
      return found.addresses;
    } catch (error) {
      if (isUnknown(error)) return resolveBySystem(host);
      throw error;
    }
  };
}

function isUnknown(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
  );
}
