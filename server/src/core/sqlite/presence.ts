import {
  BLIND_WINDOWS_MAX,
  type BlindWindow,
  boundChain,
  type WindowsOf,
  windowsByTeam,
} from '@overdue/domain/blind-window.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { WatchdogStore } from '../contract.ts';
import {
  extendWatch,
  findWatchedUntil,
  insertBlindWindow,
  listNewestBlindWindows,
  newestOf,
} from '../presence/queries.ts';

interface SqlitePresence
  extends Pick<WatchdogStore, 'recordPresence' | 'recordGap' | 'forgetNode' | 'readHorizon'> {
  /** Returns the newest blind windows from the cache by team, oldest first. */
  windowsOf(): WindowsOf;
}

interface PresenceOptions {
  readonly kysely: Kysely<Schema>;
  readonly withConnection: <T>(work: (connection: Kysely<Schema>) => Promise<T>) => Promise<T>;
  /** Called after the presence was recorded, while no transaction is open. */
  readonly afterRecord: () => void;
}

/** Records when the node could receive pings, and caches the newest blind windows. */
export async function openPresence({
  kysely,
  withConnection,
  afterRecord,
}: PresenceOptions): Promise<SqlitePresence> {
  let windows: readonly BlindWindow[] = [];
  let windowsOf = windowsByTeam([]);
  const keep = (newest: readonly BlindWindow[]) => {
    windows = newest;
    windowsOf = windowsByTeam(newest);
  };
  keep(await listNewestBlindWindows(kysely, BLIND_WINDOWS_MAX));
  return {
    windowsOf: () => windowsOf,
    recordPresence: (presence) =>
      withConnection(async (connection) => {
        const window = await connection
          .transaction()
          .execute((transaction) => extendWatch(transaction, presence, windowsOf(null)));
        // Adds the window before the call, because verdicts must know the window even if `afterRecord` throws.
        if (window !== null) keep(newestOf([...windows, window], BLIND_WINDOWS_MAX));
        afterRecord();
        return window;
      }),
    recordGap: (gap, at) =>
      withConnection(async (connection) => {
        const known = windowsOf(gap.teamID ?? null);
        const window = await insertBlindWindow(connection, boundChain(gap, known), at);
        keep(newestOf([...windows, window], BLIND_WINDOWS_MAX));
        return window;
      }),
    // SQLite has only one node, so no other node waits for its pings.
    forgetNode: () => Promise.resolve(),
    async readHorizon(at, epoch) {
      if (epoch !== null) return at;
      // Without an epoch, another process is watching. That process records each gap before it continues.
      const watchedUntil = await findWatchedUntil(kysely);
      keep(await listNewestBlindWindows(kysely, BLIND_WINDOWS_MAX));
      return Math.min(at, watchedUntil ?? at);
    },
  };
}
