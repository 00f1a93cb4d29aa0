import { invalidInputError } from './problems.ts';

/** List that a cursor belongs to. Other lists refuse it. */
export type CursorKind =
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
