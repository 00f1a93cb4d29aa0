import { stripVTControlCharacters } from 'node:util';
import { withoutHiddenCharacters } from '../domain/hidden-characters.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What comes from outside, without terminal colours, control characters and bidirectional tricks. Line breaks stay. */
export function clean(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n');
  return withoutHiddenCharacters(stripVTControlCharacters(lines), '\n\t');
}

/** Clean text in one line: fit for a header, a subject, a title. */
export function oneLine(text: string): string {
  return clean(text.replace(/[\r\n\u2028\u2029]+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** At most `max` UTF-16 units, cut between whole characters as people see them, with "…" in place of the rest. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  const end = graphemes.segment(text).containing(max - 1)?.index ?? 0;
  return `${text.slice(0, end)}…`;
}

/** As {@link cut}, but keeps the end: of a log, that is where the error stands. */
export function cutStart(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  const from = text.length - max + 1;
  const segment = graphemes.segment(text).containing(from);
  const start =
    segment === undefined || segment.index === from ? from : segment.index + segment.segment.length;
  return `…${text.slice(start)}`;
}

/** Escapes as much of the end of `text` as fits into `max` UTF-16 units once it is escaped. */
export function escapeEnd(text: string, max: number, encode: (text: string) => string): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (encode(cutStart(text, middle)).length <= max) low = middle;
    else high = middle - 1;
  }
  return encode(cutStart(text, low));
}

/** Finished markup, or what makes it for the room that is left; an empty text when that is too small. */
export type Piece = string | ((room: number) => string);

/** Joins pieces, the most important first, and leaves out each that does not fit into `max` UTF-16 units. */
export function fill(pieces: readonly Piece[], max: number): string {
  let text = '';
  for (const piece of pieces) {
    const room = max - text.length;
    const made = typeof piece === 'string' ? piece : piece(room);
    if (made.length <= room) text += made;
  }
  return text;
}
