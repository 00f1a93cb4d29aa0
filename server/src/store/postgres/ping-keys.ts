import { createRecent } from '../../runtime/recent.ts';
import type { PingedMonitor } from '../pings/contract.ts';
import { textArray } from './connection/arrays.ts';
import type { Connections } from './connection/connections.ts';

/** Ping keys whose monitors are remembered. */
const REMEMBERED_MAX = 50_000;
/** Keys asked for in one statement. */
const ASKED_MAX = 1000;

const SELECT_BY_KEYS = 'SELECT ping_key, id, ping_id FROM monitors WHERE ping_key = ANY($1::text[])';

/** Which monitor a ping key belongs to. A key never changes hands while its monitor lives. */
export interface PingKeys {
  find(pingKey: string): Promise<PingedMonitor | null>;
  recall(pingKey: string): PingedMonitor | undefined;
  /** To be called when a monitor was deleted: its key may get a new one. */
  clear(): void;
}

interface Waiting {
  readonly pingKey: string;
  readonly resolve: (found: PingedMonitor | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Looks up all keys together that are asked for while a look-up is under way. */
export function createPingKeys(connections: Connections): PingKeys {
  const known = createRecent<string, PingedMonitor>(REMEMBERED_MAX);
  let waiting: Waiting[] = [];
  let isAsking = false;

  async function ask(): Promise<void> {
    const asked = waiting.slice(0, ASKED_MAX);
    waiting = waiting.slice(ASKED_MAX);
    try {
      const found = await select(connections, asked);
      for (const { pingKey, resolve } of asked) {
        const monitor = found.get(pingKey);
        if (monitor !== undefined) known.set(pingKey, monitor);
        resolve(monitor ?? null);
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    isAsking = false;
    askSoon();
  }

  function askSoon(): void {
    if (isAsking || waiting.length === 0) return;
    isAsking = true;
    // Those that come in this turn of the event loop share it.
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
  asked: readonly Waiting[],
): Promise<ReadonlyMap<string, PingedMonitor>> {
  const connection = await connections.connect();
  try {
    const [answer] = await connection.pipeline([
      { text: SELECT_BY_KEYS, values: [textArray(asked, ({ pingKey }) => pingKey)] },
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
