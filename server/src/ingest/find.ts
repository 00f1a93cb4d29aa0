import { AppError } from '../domain/error.ts';
import type { IngestStore, PingedMonitor } from '../store/pings/contract.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import type { PingOwner } from './arrival.ts';
import type { Route } from './route.ts';

const RETRY_AFTER_SECONDS = 1;

/** Returns the monitor of a ping key. While pings are spooled, reads only the cache, because a query would time out. */
export function findOwner(
  store: IngestStore,
  route: Route | null,
  pingKey: string,
): Promise<PingOwner> | PingOwner {
  const known = store.recallPingKey(pingKey);
  if (known !== undefined) return asFound(known);
  if (route === 'spooling') return { outcome: 'unavailable' };
  return askForOwner(store, route, pingKey);
}

async function askForOwner(store: IngestStore, route: Route | null, pingKey: string): Promise<PingOwner> {
  try {
    return asFound(await store.findByPingKey(pingKey));
  } catch (cause) {
    if (!(cause instanceof DatabaseUnavailable)) throw cause;
    if (route !== null) return { outcome: 'unavailable' };
    throw new AppError('unavailable', 'The database is unavailable. Send the ping again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

function asFound(monitor: PingedMonitor | null): PingOwner {
  return monitor === null
    ? { outcome: 'unknown_key' }
    : { outcome: 'known', monitorID: monitor.monitorID, pingID: monitor.pingID };
}
