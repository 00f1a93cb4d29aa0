import type { BlindWindow } from '@overdue/domain/blind-window.ts';
import type { Statement, StatementResult } from '../../database/postgres/statement.ts';
import { newestOf, parseBrief } from '../presence/queries.ts';

/** Maximum blind windows, and maximum brief gaps, that verdicts consider. Older windows are settled. */
const WINDOWS_MAX = 1000;

const COLUMNS = 'SELECT id, from_at, to_at, brief FROM blind_windows';
const READ_NEWEST = `SELECT * FROM (
    (${COLUMNS} WHERE brief = 0 AND id > $1::bigint ORDER BY id DESC LIMIT ${WINDOWS_MAX})
    UNION ALL
    (${COLUMNS} WHERE brief <> 0 AND id > $1::bigint ORDER BY id DESC LIMIT ${WINDOWS_MAX})
  ) AS newest ORDER BY id DESC`;
const READ_NEW = `${COLUMNS} WHERE id > $1::bigint ORDER BY id DESC LIMIT ${WINDOWS_MAX}`;

/** Reads the newest windows and gaps, newest first. */
export const READ_NEWEST_WINDOWS: Statement = { text: READ_NEWEST, values: ['0'] };

/** Returns the windows in the result of a query, in its order. */
export function readWindows(result: StatementResult | undefined): BlindWindow[] {
  return (result?.rows ?? []).map(([id, from, to, brief]) => ({
    id: Number(id),
    from: Number(from),
    to: Number(to),
    ...parseBrief(Number(brief)),
  }));
}

/**
 * Caches the newest blind windows. Any node may add windows, so each batch reads the windows that are newer than the cached
 * windows.
 */
export interface BlindWindows {
  read(): Statement;
  /** Adds the windows in the result of `read`. Returns all known windows, oldest first. */
  addRead(result: StatementResult | undefined): readonly BlindWindow[];
}

/**
 * Creates the cache. Reading by ID misses no window: each new window first locks the row in `watch`, so IDs become visible in
 * ascending order.
 */
export function createBlindWindows(): BlindWindows {
  let cachedWindows: readonly BlindWindow[] = [];
  let isLoaded = false;
  return {
    read: () => ({
      text: isLoaded ? READ_NEW : READ_NEWEST,
      values: [String(cachedWindows.at(-1)?.id ?? 0)],
    }),
    addRead(result) {
      const last = cachedWindows.at(-1)?.id ?? 0;
      // Skips cached windows, because two concurrent batches may read the same windows.
      const newer = readWindows(result)
        .filter(({ id }) => id > last)
        .reverse();
      isLoaded ||= result !== undefined;
      if (newer.length > 0) cachedWindows = newestOf([...cachedWindows, ...newer], WINDOWS_MAX);
      return cachedWindows;
    },
  };
}
