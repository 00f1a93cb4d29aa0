/** Maximum UTF-16 units of a word. The rest of a longer word is ignored, in logs and in queries. */
const WORD_LENGTH_MAX = 64;
/** Maximum UTF-16 code units of a word that are folded. Enough for a word of the maximum length with several accents per letter. */
const FOLDED_LENGTH_MAX = 512;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Matches the same words as the pattern above in lower-case ASCII texts, in a tenth of the time. */
const ASCII_WORD = /[a-z0-9]+/g;
const NOT_ASCII = /[^\0-\x7f]/;
const NOT_WORD = /[^\p{L}\p{N}]/gu;
const ESCAPE = '\u001b';
const BELL = '\u0007';
/** Escape sequences of terminals, such as colours. If they were not removed, their letters would become part of words. */
const TERMINAL_SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\))`,
  'g',
);

/** A word of a text, folded, with its place in the text. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the part of a log that search reads and shows: without escape sequences of terminals. */
export function plainLog(log: string): string {
  return log.includes(ESCAPE) ? log.replace(TERMINAL_SEQUENCE, '') : log;
}

/** Lists the words of a text in order. Letters, digits and their marks make words; all other characters separate them. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const folded = foldWord(match[0]);
    if (folded !== '') words.push({ text: folded, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/**
 * Lists the different words of a log for an index. Words contain only letters and digits, so that no index needs to escape them.
 */
export function indexedWords(log: string): readonly string[] {
  const text = plainLog(log);
  if (!NOT_ASCII.test(text)) return [...new Set(text.toLowerCase().match(ASCII_WORD)?.map(truncateWord))];
  const words = new Set(text.match(WORD)?.map(foldWord));
  words.delete('');
  return [...words];
}

/** Folds a word to compare it without regard to case, accents and compatibility forms. */
function foldWord(word: string): string {
  // Normalizing takes quadratic time for long sequences of combining characters.
  const start = word.slice(0, FOLDED_LENGTH_MAX);
  const folded = NOT_ASCII.test(start)
    ? start.normalize('NFKD').toLowerCase().replace(NOT_WORD, '')
    : start.toLowerCase();
  return truncateWord(folded);
}

function truncateWord(word: string): string {
  if (word.length <= WORD_LENGTH_MAX) return word;
  // Don't keep half of a surrogate pair at the end.
  return word.slice(0, WORD_LENGTH_MAX).replace(/[\ud800-\udbff]$/, '');
}

export interface FoldedText {
  readonly text: string;
  /** Converts a place in the folded text to the place in the original text. */
  placeOf(foldedPlace: number): number;
}

/** Folds a whole text, for matches within words. */
export function foldText(text: string): FoldedText {
  if (!NOT_ASCII.test(text)) return { text: text.toLowerCase(), placeOf: (place) => place };
  const places: number[] = [];
  let folded = '';
  let place = 0;
  for (const character of text) {
    const part = character.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
    for (let unit = 0; unit < part.length; unit += 1) places.push(place);
    folded += part;
    place += character.length;
  }
  places.push(place);
  return { text: folded, placeOf: (at) => places[at] ?? text.length };
}
