import { logLines } from './log-lines.ts';

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

/** Maximum length of the part of a line that is searched. */
const SEARCHED_LENGTH_MAX = 1000;

/** Words that programs use to report a problem. */
const ERROR =
  /\bERR!|\b(?:\w*error|errno|fatal|panic(?:ked)?|critical|exception|traceback|failed|failure|fails?|abort(?:ed|ing)?|denied|refused|rejected|cannot|can't|could not|couldn't|unable to|timed out|timeout|not found|no such file|no space left|out of memory|killed|segmentation fault|core dumped|unreachable|broken pipe|invalid|corrupt(?:ed)?|exit (?:status|code)|exited with)\b/i;
/** Matches "0 errors", and settings with "error" in their name. */
const HARMLESS =
  /\b(?:0|no|without) (?:errors?|failures?|failed)\b|\b(?:errors?|failed|failures?)[ :=]+0\b|\bexit (?:status|code):? 0\b|\bexited with(?: code| status)? 0\b|(?<!\S)--?[\w-]*(?:timeout|error|fail)[\w-]*\b/gi;

/**
 * Matches a line that belongs to an error but doesn't name it: the start of a traceback, or the exit status at the end of a log.
 */
const ABOUT_OTHER_LINE = /\btraceback\b|^\W*exit(?:ed with)?(?: status| code)?[ :]*\d+\W*$/i;

/** Returns the indexes of lines that probably name the problem, counted from 0. */
export function findLikelyErrors(text: string): readonly number[] {
  const lines = logLines(text);
  const errors = lines.flatMap((line, index) =>
    ERROR.test(line.slice(0, SEARCHED_LENGTH_MAX).replace(HARMLESS, '')) ? [index] : [],
  );
  const naming = errors.filter((index) => !ABOUT_OTHER_LINE.test(lines[index] ?? ''));
  return naming.length === 0 ? errors : naming;
}
