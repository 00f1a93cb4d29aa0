import type { IncidentWithFailures, LogDiffLine } from '@overdue/sdk';
import { parseAnsi, textsOf } from '../log/ansi.ts';

type Log = Pick<NonNullable<IncidentWithFailures['log']>, 'text' | 'errorLines'>;

/** Returns the index of the first new line that the log marks as a likely error; null if there is none. */
export function findErrorLine(
  lines: readonly Pick<LogDiffLine, 'kind' | 'text'>[],
  { text, errorLines }: Log,
): number | null {
  const plain = textsOf(parseAnsi(text));
  const errors = new Set(errorLines.map((index) => plain[index]?.trimEnd()));
  const lineIndex = lines.findIndex((line) => line.kind === 'added' && errors.has(line.text.trimEnd()));
  return lineIndex === -1 ? null : lineIndex;
}
