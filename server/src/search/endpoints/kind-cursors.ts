import { SEARCH_KINDS, type SearchKind } from '@overdue/domain/search/search-kinds.ts';
import { decodeCursorText, encodeCursor, wrongCursor } from '../../api/page.ts';

/** Where each kind of results continues: null at the start, `done` at the end. */
type KindCursors = Readonly<Record<SearchKind, string | null | 'done'>>;

const DONE = 'x';
const CURSORS = /^(?:x|\d{1,15})_(?:x|\d{1,15})_(?:x|\d{1,15}(?:-\d{1,15}){0,2})$/;

export function readKindCursors(cursor: string | undefined): KindCursors {
  if (cursor === undefined) return { monitor: null, incident: null, log: null };
  const text = decodeCursorText('search', cursor);
  if (!CURSORS.test(text)) throw wrongCursor();
  const [monitor = DONE, incident = DONE, log = DONE] = text.split('_');
  return { monitor: readKindCursor(monitor), incident: readKindCursor(incident), log: readKindCursor(log) };
}

function readKindCursor(text: string): string {
  return text === DONE ? 'done' : text;
}

/** Returns the cursor of the next page; null if no kind has more results. */
export function writeKindCursors(next: Readonly<Record<SearchKind, string | null>>): string | null {
  if (SEARCH_KINDS.every((kind) => next[kind] === null)) return null;
  return encodeCursor('search', SEARCH_KINDS.map((kind) => next[kind] ?? DONE).join('_'));
}
