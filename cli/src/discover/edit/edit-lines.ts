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

/** A line that the command wrote: `wrapped`, which runs through `overdue`, in place of `command`. */
export interface WrittenLine {
  readonly before: string;
  readonly command: string;
  readonly wrapped: string;
  readonly after: string;
}

/**
 * Takes `overdue` out of a line, whatever a person has changed around it. Returns the line itself if a person has changed the words that
 * the command wrote.
 */
export function unwrapLine(line: string, written: readonly WrittenLine[]): string {
  const end = line.endsWith('\r') ? '\r' : '';
  const text = line.slice(0, line.length - end.length);
  for (const { before, command, wrapped, after } of written.toReversed()) {
    const rest = after.replace(/\r$/, '');
    const tail = wrapped + rest;
    const head = text.slice(0, -tail.length);
    if (text.endsWith(tail) && isSameHead(head, before)) return head + command + rest + end;
  }
  for (const each of written) {
    const words = wordsOfOverdue(each);
    // Without a command after them, the words can't be taken out.
    if (text.includes(words) && !text.trimEnd().endsWith(words.trimEnd()))
      return text.replaceAll(words, '') + end;
  }
  return line;
}

/** Returns the line before the command wrote it, with the line break of `line`. */
export function originalLine({ before, command, after }: WrittenLine, line: string): string {
  return before + command + after.replace(/\r$/, '') + (line.endsWith('\r') ? '\r' : '');
}

/**
 * Whether a text before a command differs from the original only in its times, and in signs of a comment. After another word, such as
 * `nice`, the original command could mean something else, because `nice` would apply to its first part only.
 */
function isSameHead(head: string, original: string): boolean {
  const [now, before] = [wordsOf(head), wordsOf(original)];
  const times = before[0]?.startsWith('@') === true ? 1 : TIME_FIELDS;
  return now.length === before.length && now.slice(times).join(' ') === before.slice(times).join(' ');
}

const TIME_FIELDS = 5;

function wordsOf(head: string): readonly string[] {
  return head.replace(/^[#\s]+/, '').split(/\s+/);
}

/** Returns the words that run the command after them: all until `--`, which follows the ping URL. */
function wordsOfOverdue({ wrapped }: WrittenLine): string {
  const end = ' -- ';
  return wrapped.slice(0, wrapped.indexOf(end, wrapped.indexOf(' exec --ping ')) + end.length);
}
