import {
  BLIND_WINDOWS_MAX,
  type BlindWindow,
  type WindowsOf,
  windowsByTeam,
} from '@overdue/domain/blind-window.ts';
import type { Statement, StatementResult } from '../../database/postgres/statement.ts';
import { GAPS_KEPT, newestOf, parseBrief } from '../presence/queries.ts';

const COLUMNS = 'SELECT id, from_at, to_at, brief, team_id FROM blind_windows';
const READ_NEWEST = `SELECT * FROM (
    (${COLUMNS} WHERE team_id IS NULL AND brief = 0 AND id > $1::bigint ORDER BY id DESC LIMIT ${BLIND_WINDOWS_MAX})
    UNION ALL
    (${COLUMNS} WHERE team_id IS NULL AND brief <> 0 AND id > $1::bigint ORDER BY id DESC LIMIT ${BLIND_WINDOWS_MAX})
    UNION ALL
    (${COLUMNS} WHERE team_id IS NOT NULL AND id > $1::bigint ORDER BY id DESC LIMIT ${GAPS_KEPT})
  ) AS newest ORDER BY id DESC`;
const READ_NEW = `${COLUMNS} WHERE id > $1::bigint ORDER BY id DESC LIMIT ${GAPS_KEPT}`;

/** Reads the newest windows and gaps that concern a team, newest first. Without a team, reads those of the whole service. */
export function readNewestOf(teamID: string | null): Statement {
  return {
    text: `${COLUMNS} WHERE team_id IS NULL OR team_id = $1 ORDER BY id DESC LIMIT ${BLIND_WINDOWS_MAX}`,
    values: [teamID],
  };
}

/** Returns the windows in the result of a query, in its order. */
export function readWindows(result: StatementResult | undefined): BlindWindow[] {
  return (result?.rows ?? []).map(([id, from, to, brief, teamID]) => ({
    id: Number(id),
    from: Number(from),
    to: Number(to),
    ...parseBrief(Number(brief)),
    ...(typeof teamID === 'string' ? { teamID } : {}),
  }));
}

/**
 * Caches the newest blind windows. Any node may add windows, so each batch reads the windows that are newer than the cached
 * windows.
 */
export interface BlindWindows {
  read(): Statement;
  /** Adds the windows in the result of `read`. Returns all known windows by team, oldest first. */
  addRead(result: StatementResult | undefined): WindowsOf;
}

/**
 * Creates the cache. Reading by ID misses no window: each new window first locks the row in `watch`, so IDs become visible in
 * ascending order.
 */
export function createBlindWindows(): BlindWindows {
  let cachedWindows: readonly BlindWindow[] = [];
  let windowsOf = windowsByTeam([]);
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
      if (newer.length > 0) {
        cachedWindows = newestOf([...cachedWindows, ...newer], BLIND_WINDOWS_MAX);
        windowsOf = windowsByTeam(cachedWindows);
      }
      return windowsOf;
    },
  };
}
