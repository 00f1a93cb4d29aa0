import { type Connection, prepare } from '../../database/sqlite-connection.ts';
import { createGenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { PingedMonitor } from '../contract.ts';

const CACHED_MAX = 50_000;

/** Finds the monitors of normalized ping IDs, with a cache. An ID belongs to the same monitor as long as the monitor exists. */
export interface PingIDs {
  /**
   * Returns the result synchronously, because each ping needs this look-up, and because pings of one packet must keep their order.
   */
  find(normalizedPingID: string): PingedMonitor | null;
  /** Must run after a monitor was deleted, because another monitor may get its ping ID. */
  clear(): void;
}

/** Caching uncommitted rows does no harm, because a ping ID never moves to another existing monitor. */
export function createPingIDs(raw: Connection): PingIDs {
  const cache = createGenerationCache<string, PingedMonitor>(CACHED_MAX);
  const select = prepare<[string], PingedMonitor>(
    raw,
    'SELECT id AS monitorID, ping_id AS pingID, team_id AS teamID FROM monitors WHERE normalized_ping_id = ?',
  );
  return {
    find(normalizedPingID) {
      const cached = cache.get(normalizedPingID);
      if (cached !== undefined) return cached;
      const monitor = select.get(normalizedPingID) ?? null;
      if (monitor !== null) cache.set(normalizedPingID, monitor);
      return monitor;
    },
    clear: () => cache.clear(),
  };
}
