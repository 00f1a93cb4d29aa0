import { diffArrays } from 'diff';
import { logLines } from './log-lines.ts';

/** Maximum lines compared at the end of each log. */
export const LINES_MAX = 2000;
/** Maximum lines that may differ. Bounds the time of a comparison to a few milliseconds. */
export const EDITS_MAX = 400;
/** Unchanged lines shown around a difference. */
const CONTEXT = 2;
/** Maximum lines of a result. */
export const SHOWN_MAX = 300;

export const DIFF_KINDS = ['same', 'added', 'removed', 'skipped'] as const;

export interface DiffLine {
  /** `skipped` replaces unchanged lines. */
  readonly kind: (typeof DIFF_KINDS)[number];
  readonly text: string;
  /** Number of lines: 1, except for `skipped`. */
  readonly count: number;
}

export const DIFF_OUTCOMES = ['same', 'different', 'too_different'] as const;

export interface LogDiff {
  readonly outcome: (typeof DIFF_OUTCOMES)[number];
  readonly lines: readonly DiffLine[];
  /** True if `lines` omits differences, or if only the ends of the logs were compared. */
  readonly isCut: boolean;
}

/** Compares the log of a failed run with the log of a successful run. Lines that differ only in changing parts count as equal. */
export function diffLogs(before: string, after: string): LogDiff {
  const [old, current] = [logLines(before), logLines(after)];
  const isLong = old.length > LINES_MAX || current.length > LINES_MAX;
  const lines = diffLines(old.slice(-LINES_MAX), current.slice(-LINES_MAX));
  if (lines === null) return { outcome: 'too_different', lines: [], isCut: isLong };
  if (lines.every(({ kind }) => kind === 'same')) return { outcome: 'same', lines: [], isCut: isLong };
  const shown = withoutDistant(lines);
  return {
    outcome: 'different',
    lines: shown.slice(0, SHOWN_MAX),
    isCut: isLong || shown.length > SHOWN_MAX,
  };
}

/** Returns all lines of both logs in order, or null if the logs differ too much. Equal lines have the text of the current log. */
export function diffLines(old: readonly string[], current: readonly string[]): readonly DiffLine[] | null {
  const changes = diffArrays(old.map(maskLine), current.map(maskLine), { maxEditLength: EDITS_MAX });
  if (changes === undefined) return null;
  const lines: DiffLine[] = [];
  let [oldAt, currentAt] = [0, 0];
  for (const { added, removed, count } of changes) {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    const texts = removed ? old.slice(oldAt, oldAt + count) : current.slice(currentAt, currentAt + count);
    lines.push(...texts.map((text) => ({ kind, text, count: 1 }) as const));
    if (kind !== 'added') oldAt += count;
    if (kind !== 'removed') currentAt += count;
  }
  return lines;
}

/** Replaces each block of unchanged lines with one `skipped` line that contains the count. Keeps lines near a difference. */
function withoutDistant(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Set<number>();
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at);
  const shown: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (near.has(index)) shown.push(line);
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { ...last, count: last.count + 1 };
    else shown.push({ kind: 'skipped', text: '', count: 1 });
  }
  return shown;
}

/** Maximum characters of a line to compare. */
const LINE_LENGTH_MAX = 500;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?`;
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|CES?T|[A-Z]{1,3}[SD]T|[+-]\d\d:?\d\d))?`;

/** Parts of a line that change with every run, in the order in which they are replaced. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  // Dates, including a time of day that follows.
  [new RegExp(String.raw`\b\d{4}[-/.]\d\d[-/.]\d\d(?:[T _-]+${CLOCK}${ZONE})?`, 'g'), '<time>'],
  [/\b\d{8}[T_-]\d{4}(?:\d\d)?Z?\b/g, '<time>'],
  [new RegExp(String.raw`\b\d{1,2}[/ ]${MONTH}[/ ]\d{4}(?:[: ]${CLOCK}${ZONE})?`, 'g'), '<time>'],
  [new RegExp(String.raw`\b(?:${DAY},? )?${MONTH} {1,2}\d{1,2},? ${CLOCK}${ZONE}(?: \d{4})?`, 'g'), '<time>'],
  [new RegExp(String.raw`\b${DAY},? <time>`, 'g'), '<time>'],
  [new RegExp(String.raw`\b${CLOCK}${ZONE}(?![\w:])`, 'g'), '<time>'],
  // Seconds or milliseconds since 1970.
  [/\b1[5-9]\d{8}(?:\d{3})?(?:\.\d{1,9})?\b/g, '<time>'],
  [/(?<=\/(?:var\/)?tmp\/)[^\s:'")\]]+/g, '<path>'],
  [/(?<=\/var\/folders\/)[^\s:'")\]]+/g, '<path>'],
  [/(?<=\btmp[._-]?)[A-Za-z0-9]{6,12}\b/g, '<path>'],
  [/\b0x[0-9a-f]{4,}\b/gi, '<hex>'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,128}\b/gi, '<hash>'],
  [/(?<=\b(?:pid|process|thread|tid)[ :=#]{0,3})\d+/gi, '<pid>'],
  [/(?<=[A-Za-z)]\[)\d+(?=\])/g, '<pid>'],
  [
    /\b\d+(?:[.,]\d+)? ?(?:ns|µs|us|ms|msec|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b/g,
    '<duration>',
  ],
  [/<duration>(?:[ ,]*(?:and )?<duration>)+/g, '<duration>'],
  [/\b\d+(?:[.,]\d+)? ?(?:[kMGT]?i?B|[kMG]?bit|bytes)\/(?:s|sec)\b/g, '<rate>'],
  // Ephemeral ports of connections.
  [/(?<=[\d\])a-z]:)(?:3[2-9]|[45]\d|6[0-5])\d{3}\b/gi, '<port>'],
];

/**
 * Replaces the parts of a line that differ between any two runs of a job: times, durations, process IDs, random IDs and temporary
 * paths.
 */
export function maskLine(line: string): string {
  return MASKS.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line.slice(0, LINE_LENGTH_MAX))
    .replace(/\s+/g, ' ')
    .trim();
}
