import type { LineEdit } from '../job.ts';

/** A line to replace. `from` and `to` contain no line break. */
export interface LineChange {
  /** Number of the line, from 1. */
  readonly number: number;
  readonly from: string;
  readonly to: string;
}

export function lineChange({ number, before, command, after }: LineEdit, replacement: string): LineChange {
  return { number, from: before + command + after, to: before + replacement + after };
}

/** Replaces lines without changing any other byte. Returns null if the text of a line isn't `from`. */
export function editLines(text: string, changes: readonly LineChange[]): string | null {
  const lines = text.split('\n');
  for (const { number, from, to } of changes) {
    const line = lines[number - 1];
    // `from` has no carriage return, even if the line ends with CRLF.
    const end = line === `${from}\r` ? '\r' : '';
    if (line !== from + end) return null;
    lines[number - 1] = to + end;
  }
  return lines.join('\n');
}
