import { createRecent } from '../../runtime/recent.ts';
import type { PingedMonitor } from '../pings/contract.ts';
import { textArray } from './connection/arrays.ts';
import type { Connections } from './connection/connections.ts';

const REMEMBERED_MAX = 50_000;
const LOOKUPS_MAX = 1000;

const SELECT_BY_KEYS = 'SELECT ping_key, id, ping_id FROM monitors WHERE ping_key = ANY($1::text[])';

/** Finds the monitors of ping keys, with a cache. A key belongs to the same monitor as long as the monitor exists. */
export interface PingKeys {
  find(pingKey: string): Promise<PingedMonitor | null>;
  recall(pingKey: string): PingedMonitor | undefined;
  /** Must run after a monitor was deleted, because another monitor may get its key. */
  clear(): void;
}

interface Waiting {
  readonly pingKey: string;
  readonly resolve: (found: PingedMonitor | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Combines look-ups that arrive while another one is in progress. */
export function createPingKeys(connections: Connections): PingKeys {
  const known = createRecent<string, PingedMonitor>(REMEMBERED_MAX);
  let waiting: Waiting[] = [];
  let isAsking = false;

  async function ask(): Promise<void> {
    const lookups = waiting.slice(0, LOOKUPS_MAX);
    waiting = waiting.slice(LOOKUPS_MAX);
    try {
      const found = await select(connections, lookups);
      for (const { pingKey, resolve } of lookups) {
        const monitor = found.get(pingKey);
        if (monitor !== undefined) known.set(pingKey, monitor);
        resolve(monitor ?? null);
      }
    } catch (error) {
      for (const { reject } of lookups) reject(error);
    }
    isAsking = false;
    askSoon();
  }

  function askSoon(): void {
    if (isAsking || waiting.length === 0) return;
    isAsking = true;
    // Look-ups of the same event-loop turn share a statement.
    setImmediate(() => void ask());
  }

  return {
    find(pingKey) {
      const monitor = known.get(pingKey);
      if (monitor !== undefined) return Promise.resolve(monitor);
      const { promise, resolve, reject } = Promise.withResolvers<PingedMonitor | null>();
      waiting.push({ pingKey, resolve, reject });
      askSoon();
      return promise;
    },
    recall: (pingKey) => known.get(pingKey),
    clear: () => known.clear(),
  };
}

async function select(
  connections: Connections,
  lookups: readonly Waiting[],
): Promise<ReadonlyMap<string, PingedMonitor>> {
  const connection = await connections.connect();
  try {
    const [answer] = await connection.pipeline([
      { text: SELECT_BY_KEYS, values: [textArray(lookups, ({ pingKey }) => pingKey)] },
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
