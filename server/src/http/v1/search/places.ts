import { decodeCursorText, encodeCursor } from '../api/cursor.ts';
import { invalid } from '../api/problems.ts';
import { SEARCH_KINDS, type SearchKind } from './search-schema.ts';

/** Where each kind of results continues: null at the start, `done` at the end. */
export type Places = Readonly<Record<SearchKind, string | null | 'done'>>;

const DONE = 'x';
const PLACES = /^(?:x|\d{1,15})_(?:x|\d{1,15})_(?:x|\d{1,15}(?:-\d{1,15}){0,2})$/;

export function readPlaces(cursor: string | undefined): Places {
  if (cursor === undefined) return { monitor: null, incident: null, log: null };
  const text = decodeCursorText('search', cursor);
  if (!PLACES.test(text))
    throw invalid([
      {
        path: 'cursor',
        message: 'This is not a cursor of this list. Use data.nextCursor of the previous page.',
      },
    ]);
  const [monitor = DONE, incident = DONE, log = DONE] = text.split('_');
  return { monitor: readPlace(monitor), incident: readPlace(incident), log: readPlace(log) };
}

function readPlace(text: string): string {
  return text === DONE ? 'done' : text;
}

/** Returns the cursor of the next page; null if all kinds are at their end. */
export function writePlaces(next: Readonly<Record<SearchKind, string | null>>): string | null {
  if (SEARCH_KINDS.every((kind) => next[kind] === null)) return null;
  return encodeCursor('search', SEARCH_KINDS.map((kind) => next[kind] ?? DONE).join('_'));
}
