import { stripVTControlCharacters } from 'node:util';
import { withoutHiddenCharacters } from '@overdue/domain/hidden-characters.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cleans untrusted text: removes terminal colours, control characters and direction marks. Keeps line breaks. */
export function cleanText(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n');
  return withoutHiddenCharacters(stripVTControlCharacters(lines), '\n\t');
}

/** Cleans a text and joins its lines, for headers and titles. */
export function oneLine(text: string): string {
  return cleanText(text.replace(/[\r\n\u2028\u2029]+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Truncates to `max` UTF-16 units at a grapheme, with "…" at the end. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  const end = graphemes.segment(text).containing(max - 1)?.index ?? 0;
  return `${text.slice(0, end)}…`;
}

/** Like {@link truncate}, but keeps the end, because errors are usually at the end of a log. */
export function truncateStart(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  const from = text.length - max + 1;
  const segment = graphemes.segment(text).containing(from);
  const start =
    segment === undefined || segment.index === from ? from : segment.index + segment.segment.length;
  return `…${text.slice(start)}`;
}

/** Escapes as much of the end of `text` as fits into `max` UTF-16 units after escaping. */
export function escapeEnd(text: string, max: number, encode: (text: string) => string): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (encode(truncateStart(text, middle)).length <= max) low = middle;
    else high = middle - 1;
  }
  return encode(truncateStart(text, low));
}

/** Markup, or a function that creates it for the remaining space. The result may be empty. */
export type Piece = string | ((room: number) => string);

/** Joins pieces, most important first, and leaves out pieces that exceed `max` UTF-16 units. */
export function joinPieces(pieces: readonly Piece[], max: number): string {
  let text = '';
  for (const piece of pieces) {
    const room = max - text.length;
    const rendered = typeof piece === 'string' ? piece : piece(room);
    if (rendered.length <= room) text += rendered;
  }
  return text;
}
