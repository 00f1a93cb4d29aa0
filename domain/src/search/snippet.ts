import type { Match } from './match.ts';

/** Maximum UTF-16 units of a snippet. */
export const SNIPPET_LENGTH_MAX = 240;
/** Text to keep before the first match. */
const LENGTH_BEFORE = 60;
const MATCHES_MAX = 20;

/** Part of a text around its matches, as plain data without markup. */
export interface Snippet {
  readonly text: string;
  readonly matches: readonly Match[];
  /** Number of the text's line, from 1. */
  readonly line: number;
}

/**
 * Cuts the line with the most matches out of a text. If several lines have equally many matches, cuts the first. Without matches,
 * cuts the first line of the text.
 */
export function cutSnippet(text: string, matches: readonly Match[]): Snippet {
  const { start, end, line } = bestLine(text, matches);
  const own = matches.filter((match) => match.start >= start && match.start < end);
  const first = own[0]?.start ?? start;
  const from =
    end - start <= SNIPPET_LENGTH_MAX ? start : Math.max(start, wholeFrom(text, first - LENGTH_BEFORE));
  const until = Math.min(end, from + SNIPPET_LENGTH_MAX);
  return {
    text: text.slice(from, until).toWellFormed(),
    matches: own
      .map((match) => ({ start: match.start - from, end: Math.min(match.end, until) - from }))
      .filter((match) => match.start < match.end)
      .slice(0, MATCHES_MAX),
    line,
  };
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

function bestLine(text: string, matches: readonly Match[]): Line {
  let best: Line = { start: 0, end: endOfLine(text, 0), line: 1 };
  let most = 0;
  let matchCount = 0;
  let line = 1;
  for (let start = 0; start <= text.length && matchCount < matches.length; line += 1) {
    const end = endOfLine(text, start);
    let own = 0;
    while ((matches[matchCount]?.start ?? Number.POSITIVE_INFINITY) < end) {
      own += 1;
      matchCount += 1;
    }
    if (own > most) {
      most = own;
      best = { start, end, line };
    }
    start = end + 1;
  }
  return best;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** Moves a place back if it would cut a character in half. */
function wholeFrom(text: string, place: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place;
}
