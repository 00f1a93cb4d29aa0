import { isValidAt } from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';
import type { IngestStore, PingedMonitor, SlugAddress, SlugMatch } from '../contract.ts';
import type { PingTarget, SlugTarget } from './accepted-ping.ts';
import type { Route } from './route/storage-route.ts';

const RETRY_AFTER_SECONDS = 1;
/** How long a change of a slug or key by another node may go unnoticed. */
const UNNOTICED_MS_MAX = 5000;

interface LookupContext {
  readonly store: IngestStore;
  readonly route: Route | null;
  readonly now: number;
}

/** Returns the monitor of a ping ID. While pings are spooled, reads only the cache, because a query would time out. */
export function findTarget(
  { store, route, now }: LookupContext,
  normalizedPingID: string,
): Promise<PingTarget> | PingTarget {
  const cached = store.monitorsByPingID.findCached(normalizedPingID, now);
  if (cached !== undefined) return targetOfID(cached);
  if (route === 'spooling') return { outcome: 'unavailable' };
  return orUnavailable(route, async () =>
    targetOfID(await store.monitorsByPingID.find(normalizedPingID, now)),
  );
}

/**
 * Returns the monitor of a slug. Works like {@link findTarget}, but also uses expired cache entries while the database is
 * unavailable. A key that has expired at the time of day `at` is unknown, even while the database is unavailable.
 */
export function findBySlug(
  { store, route, now }: LookupContext,
  address: SlugAddress,
  at: number,
): Promise<SlugTarget> | SlugTarget {
  const targetOfSlug = (match: SlugMatch | null) => targetOfValid(match, at);
  function ofAnyAge(): SlugTarget {
    const cached = store.slugs.findCached(address, now);
    return cached === undefined ? { outcome: 'unavailable' } : targetOfSlug(cached);
  }
  if (route === 'spooling') return ofAnyAge();
  const cached = store.slugs.findCached(address, now, UNNOTICED_MS_MAX);
  if (cached !== undefined) return targetOfSlug(cached);
  return orUnavailable(route, async () => targetOfSlug(await store.slugs.find(address, now))).then(
    (target) => (target.outcome === 'unavailable' ? ofAnyAge() : target),
  );
}

async function orUnavailable<Target>(
  route: Route | null,
  find: () => Promise<Target>,
): Promise<Target | { readonly outcome: 'unavailable' }> {
  try {
    return await find();
  } catch (cause) {
    // With a spool, accepts the ping whatever the reason: the database may refuse reads for a time, as during a migration.
    if (route !== null) return { outcome: 'unavailable' };
    if (!(cause instanceof DatabaseUnavailable)) throw cause;
    throw new AppError('unavailable', 'The database is unavailable. Send the ping again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

function targetOfID(monitor: PingedMonitor | null): PingTarget {
  return monitor === null
    ? { outcome: 'unknown_id' }
    : {
        outcome: 'known',
        monitorID: monitor.monitorID,
        pingID: monitor.pingID,
        teamID: monitor.teamID,
      };
}

function targetOfValid(match: SlugMatch | null, at: number): SlugTarget {
  if (match === null || !isValidAt(match.key, at)) return { outcome: 'unknown_key' };
  const { project, monitors } = match;
  const monitor = monitors[0];
  if (monitor === undefined) return { outcome: 'unknown_slug', project };
  if (monitors.length > 1) return { outcome: 'ambiguous', project };
  return { outcome: 'known', monitor, project };
}
