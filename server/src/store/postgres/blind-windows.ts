import type { BlindWindow } from '../../domain/blind-window.ts';
import type { Statement, StatementResult } from './connection/statement.ts';

/** Maximum windows that verdicts consider. Older ones are settled. */
const WINDOWS_MAX = 1000;

/** Caches the newest blind windows. Each batch reads only newer ones, because any node may add one. */
export interface BlindWindows {
  read(): Statement;
  /** Adds the windows in the result of `read`. Returns all known windows, oldest first. */
  take(result: StatementResult | undefined): readonly BlindWindow[];
}

/** IDs become visible in order, because opening a window locks the row of the watch. */
export function createBlindWindows(): BlindWindows {
  let cachedWindows: readonly BlindWindow[] = [];
  return {
    read: () => ({
      text: `SELECT id, from_at, to_at, is_brief FROM blind_windows WHERE id > $1::bigint ORDER BY id DESC LIMIT ${WINDOWS_MAX}`,
      values: [String(cachedWindows.at(-1)?.id ?? 0)],
    }),
    take(result) {
      const last = cachedWindows.at(-1)?.id ?? 0;
      const read = (result?.rows ?? []).map(([id, from, to, isBrief]) => ({
        id: Number(id),
        from: Number(from),
        to: Number(to),
        ...(isBrief === '1' ? { isBrief: true } : {}),
      }));
      // If two batches read at once, both results contain the same windows.
      const newer = read.filter(({ id }) => id > last).reverse();
      if (newer.length > 0) cachedWindows = [...cachedWindows, ...newer].slice(-WINDOWS_MAX);
      return cachedWindows;
    },
  };
}
