import type { SearchQuery, SearchTerm } from './search-query.ts';
import { foldText, type Word, wordsOf } from './words.ts';

/** Position of a match in a text, in UTF-16 units; `end` is exclusive. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** Maximum matches per term and text. */
const MATCHES_MAX = 1000;

/** Finds each term among the words of a log. Returns the matches of all terms in order, or null if the log lacks a term. */
export function matchLog(text: string, { terms }: SearchQuery): readonly Match[] | null {
  const words = wordsOf(text);
  const matches: Match[] = [];
  for (const term of terms) {
    const ofTerm = findPhrase(words, term);
    if (ofTerm.length === 0) return null;
    matches.push(...ofTerm);
  }
  return matches.length === 0 ? null : inOrder(matches);
}

function findPhrase(words: readonly Word[], term: SearchTerm): readonly Match[] {
  const phraseMatches: Match[] = [];
  for (let index = 0; index + term.words.length <= words.length; index += 1) {
    const first = words[index];
    const last = words[index + term.words.length - 1];
    if (first === undefined || last === undefined || !isPhraseAt(words, index, term)) continue;
    phraseMatches.push({ start: first.start, end: last.end });
    if (phraseMatches.length === MATCHES_MAX) break;
  }
  return phraseMatches;
}

function isPhraseAt(words: readonly Word[], index: number, { words: wanted, isPrefix }: SearchTerm): boolean {
  return wanted.every((wantedWord, offset) => {
    const word = words[index + offset]?.text;
    const isLast = offset === wanted.length - 1;
    return isLast && isPrefix ? word?.startsWith(wantedWord) === true : word === wantedWord;
  });
}

/**
 * Finds each term in short texts, even within words. Returns the matches in each text; null if any term is in none of the texts.
 */
export function matchTexts(
  texts: readonly string[],
  { terms }: SearchQuery,
): readonly (readonly Match[])[] | null {
  if (terms.length === 0) return null;
  const folded = texts.map(foldText);
  const starts = terms.map(({ folded: wanted }) => folded.map(({ text }) => text.indexOf(wanted)));
  if (!starts.every((places) => places.some((place) => place !== -1))) return null;
  return folded.map(({ placeOf }, index) =>
    inOrder(
      terms.flatMap((term, termIndex) => {
        const start = starts[termIndex]?.[index] ?? -1;
        return start === -1 ? [] : [{ start: placeOf(start), end: placeOf(start + term.folded.length) }];
      }),
    ),
  );
}

/** Sorts matches and joins overlapping matches. */
function inOrder(matches: readonly Match[]): readonly Match[] {
  const joined: Match[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && match.start < last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, match.end) };
    else joined.push(match);
  }
  return joined;
}
