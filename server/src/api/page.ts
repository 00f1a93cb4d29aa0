import { z } from 'zod';
import type { PageRange } from '../database/records.ts';
import { invalidInputError } from './problems.ts';
import { cursor, limit } from './schemas.ts';

/** List that a cursor belongs to. Other lists refuse it. */
type CursorKind =
  | 'monitors'
  | 'events'
  | 'runs'
  | 'transitions'
  | 'projects'
  | 'tokens'
  | 'channels'
  | 'deliveries'
  | 'incidents'
  | 'ended-incidents'
  | 'search'
  | 'members'
  | 'invitations'
  | 'audit';

const CURSOR = /^[A-Za-z0-9_-]{1,120}$/;
const POSITION = /^[1-9]\d{0,14}$/;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

export function encodeCursor(kind: CursorKind, position: number | string): string {
  return Buffer.from(`${kind}:${position}`).toString('base64url');
}

export function decodeCursor(kind: CursorKind, cursor: string): number {
  const position = decodeCursorText(kind, cursor);
  if (!POSITION.test(position)) throw wrongCursor();
  return Number(position);
}

export function decodeCursorText(kind: CursorKind, cursor: string): string {
  const text = CURSOR.test(cursor) ? Buffer.from(cursor, 'base64url').toString('latin1') : '';
  const position = text.slice(kind.length + 1);
  // Several base64url texts can decode to the same value. Accepts only the text that we write.
  if (!ID.test(position) || encodeCursor(kind, position) !== cursor) throw wrongCursor();
  return position;
}

export function wrongCursor() {
  return invalidInputError([
    {
      path: 'cursor',
      message: 'This is not a cursor of this list. Use data.nextCursor of the previous page.',
    },
  ]);
}

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
