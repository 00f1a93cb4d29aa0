import { foldText, type Word, wordsOf } from './words.ts';

export const SEARCH_LENGTH_MAX = 200;
/** Maximum words of a query. Further words are ignored. */
export const SEARCH_WORDS_MAX = 16;
/** Minimum characters of a word that also finds longer words beginning with it. A shorter word would match most logs. */
const PREFIX_LENGTH_MIN = 2;
const PART = /"([^"]*)"?|([^\s"]+)/gu;

/** A part of a query. Words of one term must follow one another. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Whether the last word also finds longer words that begin with it. */
  readonly isPrefix: boolean;
  /** The term as entered, but folded. Used to search texts in which a match may begin within a word. */
  readonly folded: string;
}

/** A text matches if it contains every term. */
export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
}

/**
 * Reads a query: words, and phrases in quotation marks. A word with punctuation, such as `pg-dump`, is a phrase. An unquoted word
 * also finds longer words if the word ends with `*`, or if it is the query's last word, which may be incomplete. Every text is a
 * valid query; a text without letters and digits has no terms.
 */
export function parseSearch(text: string): SearchQuery {
  const parts = [...text.slice(0, SEARCH_LENGTH_MAX).matchAll(PART)];
  const terms: SearchTerm[] = [];
  let left = SEARCH_WORDS_MAX;
  for (const [index, [, phrase, plain = '']] of parts.entries()) {
    const entered = phrase ?? plain;
    const words = wordsOf(entered).slice(0, left);
    const last = words.at(-1);
    if (last === undefined) continue;
    left -= words.length;
    const isPrefix =
      phrase === undefined &&
      (entered.endsWith('*') || (index === parts.length - 1 && isEndOf(last, entered))) &&
      last.text.length >= PREFIX_LENGTH_MIN;
    const folded = foldText(entered.replace(/(?<!\*)\*+$/, '')).text;
    terms.push({ words: words.map((word) => word.text), isPrefix, folded });
  }
  return { terms };
}

/** Whether a word ends the text, so that the word may be incomplete. A word followed by punctuation is complete. */
function isEndOf(word: Word, text: string): boolean {
  return word.end === text.length;
}
