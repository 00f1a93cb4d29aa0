import { z } from 'zod';
import type { PageRange } from '../database/records.ts';
import { type CursorKind, decodeCursor, encodeCursor } from './cursor.ts';
import { cursor, limit } from './schemas.ts';

const LIMIT_DEFAULT = 100;

export const pageQuery = z.object({
  limit: limit
    .default(LIMIT_DEFAULT)
    .meta({ description: 'Maximum number of entries.', example: LIMIT_DEFAULT }),
  cursor: cursor.optional(),
});

type PageQuery = z.output<typeof pageQuery>;

/** Returns the rows of the page to read from the store. One extra row shows whether another page follows. */
export function pageRangeOf(kind: CursorKind, query: PageQuery): PageRange {
  const limit = query.limit + 1;
  return query.cursor === undefined ? { limit } : { limit, before: decodeCursor(kind, query.cursor) };
}

/** Drops the extra row, and returns the cursor of the next page. */
export function pageOf<Row>(
  kind: CursorKind,
  {
    rows,
    limit,
    position,
  }: {
    readonly rows: readonly Row[];
    readonly limit: number;
    readonly position: (row: Row) => number | string;
  },
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const ends = rows.length <= limit || last === undefined;
  return { rows: kept, nextCursor: ends ? null : encodeCursor(kind, position(last)) };
}
