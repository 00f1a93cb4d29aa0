import type { BlindWindow } from '../../domain/blind-window.ts';
import type { Answer, Statement } from './connection/statement.ts';

/** Verdicts look at so many windows; older ones have long been dealt with. */
const WINDOWS_MAX = 1000;

/** The newest blind windows, which each batch reads on from where the last one was: any node may have opened one. */
export interface BlindWindows {
  /** Asks for those that are not known yet. */
  read(): Statement;
  /** All that are known with the answer, oldest first. */
  take(answer: Answer | undefined): readonly BlindWindow[];
}

/** Their IDs become visible in order, since whoever opens one holds the row of the watch. */
export function createBlindWindows(): BlindWindows {
  let known: readonly BlindWindow[] = [];
  return {
    read: () => ({
      text: `SELECT id, from_at, to_at, is_brief FROM blind_windows WHERE id > $1::bigint ORDER BY id DESC LIMIT ${WINDOWS_MAX}`,
      values: [String(known.at(-1)?.id ?? 0)],
    }),
    take(answer) {
      const last = known.at(-1)?.id ?? 0;
      const read = (answer?.rows ?? []).map(([id, from, to, isBrief]) => ({
        id: Number(id),
        from: Number(from),
        to: Number(to),
        ...(isBrief === '1' ? { isBrief: true } : {}),
      }));
      // Of two batches that read at once, the second brings what the first has brought.
      const newer = read.filter(({ id }) => id > last).reverse();
      if (newer.length > 0) known = [...known, ...newer].slice(-WINDOWS_MAX);
      return known;
    },
  };
}
