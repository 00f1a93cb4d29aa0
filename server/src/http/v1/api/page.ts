import { z } from 'zod';
import type { Page } from '../../../store/records.ts';
import { type CursorKind, decodeCursor, encodeCursor } from './cursor.ts';
import { cursor, limit } from './schemas.ts';

const LIMIT_DEFAULT = 100;

export const pageQuery = z.object({
  limit: limit.default(LIMIT_DEFAULT).meta({ description: 'How many at most.', example: LIMIT_DEFAULT }),
  cursor: cursor.optional(),
});

type PageQuery = z.output<typeof pageQuery>;

/** What to ask the store for: one row more than was asked for, which tells whether there is a next page. */
export function storePage(kind: CursorKind, query: PageQuery): Page {
  const limit = query.limit + 1;
  return query.cursor === undefined ? { limit } : { limit, before: decodeCursor(kind, query.cursor) };
}

/** The rows of a page out of those that the store gave, and where the next page starts. */
export function pageOf<Row>(
  kind: CursorKind,
  found: readonly Row[],
  limit: number,
  position: (row: Row) => number | string,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const ends = found.length <= limit || last === undefined;
  return { rows, nextCursor: ends ? null : encodeCursor(kind, position(last)) };
}
