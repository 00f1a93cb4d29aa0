import { findLikelyErrors } from './likely-errors.ts';

/** Maximum lines and characters that an incident shows from the end of a log. */
export const TAIL_LINES_MAX = 100;
export const TAIL_LENGTH_MAX = 12_000;

export interface LogTail {
  /** The last lines as the job sent them, with colours. */
  readonly text: string;
  /** Indexes of lines that probably name the problem. */
  readonly errorLines: readonly number[];
  readonly isCut: boolean;
}

/** Returns the last lines of a log. Cuts at a line break if possible. */
export function tailOf(log: string): LogTail {
  const whole = log.replace(/\r\n/g, '\n').trimEnd();
  const cut = whole.slice(-TAIL_LENGTH_MAX);
  const lines = cut.split('\n');
  const firstIsPartial = cut.length < whole.length && lines.length > 1;
  const text = lines
    .slice(firstIsPartial ? 1 : 0)
    .slice(-TAIL_LINES_MAX)
    .join('\n')
    .toWellFormed();
  return { text, errorLines: findLikelyErrors(text), isCut: text.length < whole.length };
}
