import type { LogDiffLine } from '@overdue/sdk';

/** Minimum number of consecutive similar lines to fold. The first and the last line stay visible. */
const FOLDED_MIN = 5;

export interface FoldedLines {
  /** Index of the first folded line. */
  readonly from: number;
  readonly count: number;
}

/**
 * Finds consecutive added or removed lines that differ only in numbers, names with digits, and paths. Excludes the
 * first and the last of these lines.
 */
export function findSimilarLines(
  lines: readonly Pick<LogDiffLine, 'kind' | 'text'>[],
): readonly FoldedLines[] {
  const folded: FoldedLines[] = [];
  for (let from = 0; from < lines.length; ) {
    const shape = shapeOf(lines[from]);
    let to = from + 1;
    while (shape !== null && shapeOf(lines[to]) === shape) to += 1;
    if (to - from >= FOLDED_MIN) folded.push({ from: from + 1, count: to - from - 2 });
    from = to;
  }
  return folded;
}

function shapeOf(line: Pick<LogDiffLine, 'kind' | 'text'> | undefined): string | null {
  if (line === undefined || (line.kind !== 'added' && line.kind !== 'removed')) return null;
  const words = line.text
    .trim()
    .replaceAll(/\S*\d\S*/g, '#')
    .replaceAll(/\S*\/\S*/g, '/');
  return `${line.kind} ${words}`;
}
