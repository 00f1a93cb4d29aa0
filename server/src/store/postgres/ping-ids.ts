import { createGenerationCache } from '../../runtime/generation-cache.ts';
import type { PingedMonitor } from '../pings/contract.ts';
import { combineLookups } from './combined-lookups.ts';
import { textArray } from './connection/arrays.ts';
import type { Connections } from './connection/connections.ts';

const CACHED_MAX = 50_000;

const SELECT_BY_IDS = 'SELECT ping_key, id, ping_id FROM monitors WHERE ping_key = ANY($1::text[])';

/** Finds the monitors of normalized ping IDs, with a cache. An ID belongs to the same monitor as long as the monitor exists. */
export interface PingIDs {
  find(normalizedPingID: string): Promise<PingedMonitor | null>;
  findCached(normalizedPingID: string): PingedMonitor | undefined;
  /** Must run after a monitor was deleted, because another monitor may get its ping ID. */
  clear(): void;
}

export function createPingIDs(connections: Connections): PingIDs {
  const known = createGenerationCache<string, PingedMonitor>(CACHED_MAX);
  const lookUp = combineLookups(async (normalizedPingIDs: readonly string[]) => {
    const found = await select(connections, normalizedPingIDs);
    for (const [normalizedPingID, monitor] of found) known.set(normalizedPingID, monitor);
    return (normalizedPingID) => found.get(normalizedPingID) ?? null;
  });
  return {
    find(normalizedPingID) {
      const monitor = known.get(normalizedPingID);
      return monitor === undefined ? lookUp(normalizedPingID) : Promise.resolve(monitor);
    },
    findCached: (normalizedPingID) => known.get(normalizedPingID),
    clear: () => known.clear(),
  };
}

async function select(
  connections: Connections,
  normalizedPingIDs: readonly string[],
): Promise<ReadonlyMap<string, PingedMonitor>> {
  const connection = await connections.connect();
  try {
    const [answer] = await connection.pipeline([
      { text: SELECT_BY_IDS, values: [textArray(normalizedPingIDs, (normalizedPingID) => normalizedPingID)] },
    ]);
    return new Map(
      (answer?.rows ?? []).map(([normalizedPingID, id, pingID]) => [
        normalizedPingID ?? '',
        { monitorID: Number(id), pingID: pingID ?? '' },
      ]),
    );
  } finally {
    connection.release();
  }
}
