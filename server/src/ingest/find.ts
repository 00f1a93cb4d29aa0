import { AppError } from '../domain/error.ts';
import type { IngestStore, PingedMonitor } from '../store/store.ts';
import { StoreAway } from '../store/store-away.ts';
import type { Found } from './arrival.ts';
import type { Detour } from './detour.ts';

const RETRY_AFTER_SECONDS = 1;

/** Whose ping key it is, from memory alone while the database is away: to ask it would take until it is known not to answer. */
export function findOwner(
  store: IngestStore,
  detour: Detour | null,
  pingKey: string,
): Promise<Found> | Found {
  const known = store.recallPingKey(pingKey);
  if (known !== undefined) return asFound(known);
  if (detour?.way() === 'spooling') return { outcome: 'unsure' };
  return askForOwner(store, detour, pingKey);
}

async function askForOwner(store: IngestStore, detour: Detour | null, pingKey: string): Promise<Found> {
  try {
    return asFound(await store.findByPingKey(pingKey));
  } catch (cause) {
    if (!(cause instanceof StoreAway)) throw cause;
    if (detour !== null) return { outcome: 'unsure' };
    throw new AppError('unavailable', 'The database is away. Send the ping again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

function asFound(monitor: PingedMonitor | null): Found {
  return monitor === null
    ? { outcome: 'nobody' }
    : { outcome: 'known', monitorID: monitor.monitorID, pingID: monitor.pingID };
}
