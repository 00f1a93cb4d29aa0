import { textArray } from '../../database/postgres/arrays.ts';
import type { Connections } from '../../database/postgres/connections.ts';
import { combineLookups } from '../../platform/runtime/combined-lookups.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { PingedMonitor } from '../contract.ts';

const CACHED_MAX = 50_000;

const SELECT_BY_IDS =
  'SELECT normalized_ping_id, id, ping_id, team_id FROM monitors WHERE normalized_ping_id = ANY($1::text[])';

/** Finds the monitors of normalized ping IDs, with a cache. An ID belongs to the same monitor as long as the monitor exists. */
export interface PingIDs {
  find(normalizedPingID: string): Promise<PingedMonitor | null>;
  findCached(normalizedPingID: string): PingedMonitor | undefined;
  /** Must run after a monitor was deleted, because another monitor may get its ping ID. */
  clear(): void;
}

export function createPingIDs(connections: Connections): PingIDs {
  const cache = createGenerationCache<string, PingedMonitor>(CACHED_MAX);
  const lookUp = combineLookups(async (normalizedPingIDs: readonly string[]) => {
    const monitorByPingID = await select(connections, normalizedPingIDs);
    for (const [normalizedPingID, monitor] of monitorByPingID) cache.set(normalizedPingID, monitor);
    return (normalizedPingID) => monitorByPingID.get(normalizedPingID) ?? null;
  });
  return {
    find(normalizedPingID) {
      const monitor = cache.get(normalizedPingID);
      return monitor === undefined ? lookUp(normalizedPingID) : Promise.resolve(monitor);
    },
    findCached: (normalizedPingID) => cache.get(normalizedPingID),
    clear: () => cache.clear(),
  };
}

async function select(
  connections: Connections,
  normalizedPingIDs: readonly string[],
): Promise<ReadonlyMap<string, PingedMonitor>> {
  const connection = await connections.connect();
  try {
    const [result] = await connection.pipeline([
      { text: SELECT_BY_IDS, values: [textArray(normalizedPingIDs, (normalizedPingID) => normalizedPingID)] },
    ]);
    return new Map(
      (result?.rows ?? []).map(([normalizedPingID, id, pingID, teamID]) => [
        normalizedPingID ?? '',
        { monitorID: Number(id), pingID: pingID ?? '', teamID: teamID ?? '' },
      ]),
    );
  } finally {
    connection.release();
  }
}
