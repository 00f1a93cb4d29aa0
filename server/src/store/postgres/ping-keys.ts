import { createRecent } from '../../runtime/recent.ts';
import type { PingedMonitor } from '../pings/contract.ts';
import { combineLookups } from './combined-lookups.ts';
import { textArray } from './connection/arrays.ts';
import type { Connections } from './connection/connections.ts';

const REMEMBERED_MAX = 50_000;

const SELECT_BY_KEYS = 'SELECT ping_key, id, ping_id FROM monitors WHERE ping_key = ANY($1::text[])';

/** Finds the monitors of ping keys, with a cache. A key belongs to the same monitor as long as the monitor exists. */
export interface PingKeys {
  find(pingKey: string): Promise<PingedMonitor | null>;
  recall(pingKey: string): PingedMonitor | undefined;
  /** Must run after a monitor was deleted, because another monitor may get its key. */
  clear(): void;
}

export function createPingKeys(connections: Connections): PingKeys {
  const known = createRecent<string, PingedMonitor>(REMEMBERED_MAX);
  const lookUp = combineLookups(async (pingKeys: readonly string[]) => {
    const found = await select(connections, pingKeys);
    for (const [pingKey, monitor] of found) known.set(pingKey, monitor);
    return (pingKey) => found.get(pingKey) ?? null;
  });
  return {
    find(pingKey) {
      const monitor = known.get(pingKey);
      return monitor === undefined ? lookUp(pingKey) : Promise.resolve(monitor);
    },
    recall: (pingKey) => known.get(pingKey),
    clear: () => known.clear(),
  };
}

async function select(
  connections: Connections,
  pingKeys: readonly string[],
): Promise<ReadonlyMap<string, PingedMonitor>> {
  const connection = await connections.connect();
  try {
    const [answer] = await connection.pipeline([
      { text: SELECT_BY_KEYS, values: [textArray(pingKeys, (pingKey) => pingKey)] },
    ]);
    return new Map(
      (answer?.rows ?? []).map(([key, id, pingID]) => [
        key ?? '',
        { monitorID: Number(id), pingID: pingID ?? '' },
      ]),
    );
  } finally {
    connection.release();
  }
}
