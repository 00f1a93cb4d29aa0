/** Commonness of words: 1 for the word that an attacker tries first. */
export type WordRanks = ReadonlyMap<string, number>;

const WORD_LENGTH_MAX = 24;
/** Short words that hold phrases together, and words about this product. Lists of passwords lack them or rank them too low. */
const PHRASE_WORDS = new Set(
  (
    'a i an am as at be by do go he if in is it me my no of on or so to up us we you your the and for not are was can ' +
    'let love please this that with from have here just like make more open overdue cron job ping alert monitor monitoring ' +
    'admin login pass server service team company new our welcome hello'
  ).split(' '),
);
const PHRASE_RANK = 30;

/** Logarithms to the base 10 of the guesses for a part of a password. */
const YEAR = 2;
const DATE = 4.5;
const RUN = 1.5;
const SEPARATOR = 0.3;
const CHARACTER = 1;
const REPLACED_LETTERS = 0.5;

const YEAR_FORM = /^(?:19|20)\d\d$/;
const DATE_FORM = /^(?:(?:19|20)\d\d[01]\d[0-3]\d|[0-3]\d[01]\d(?:19|20)\d\d)$/;
const LETTERS_OF: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  0: 'o',
  1: 'i',
  '!': 'i',
  3: 'e',
  5: 's',
  $: 's',
  7: 't',
};

/**
 * Estimates how many guesses find a password in lower case, as a logarithm to the base 10. Takes the cheapest way to compose the
 * password of common words, years, dates, runs of characters and single characters, as zxcvbn does. `own` are words of the
 * password's owner.
 */
export function guessesOf(plain: string, ranks: WordRanks, own: readonly string[]): number {
  const ownWords = new Set(own);
  const cheapest = [0];
  for (let end = 1; end <= plain.length; end += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - WORD_LENGTH_MAX); start < end; start += 1) {
      const part = costOf(plain.slice(start, end), ranks, ownWords);
      least = Math.min(least, (cheapest[start] ?? 0) + part);
    }
    cheapest.push(least);
  }
  return cheapest.at(-1) ?? 0;
}

function costOf(part: string, ranks: WordRanks, own: ReadonlySet<string>): number {
  if (part.length === 1)
    return /[\s\-_.]/.test(part) ? SEPARATOR : Math.min(CHARACTER, wordCost(part, ranks, own));
  if (YEAR_FORM.test(part)) return YEAR;
  if (DATE_FORM.test(part)) return DATE;
  if (part.length >= 3 && isRun(part)) return RUN;
  return Math.min(
    wordCost(part, ranks, own),
    wordCost(lettersFor(part), ranks, own) + REPLACED_LETTERS,
    wordCost(lettersFor(part.replaceAll('1', 'l')), ranks, own) + REPLACED_LETTERS,
  );
}

function wordCost(word: string, ranks: WordRanks, own: ReadonlySet<string>): number {
  if (own.has(word)) return 0;
  const rank = PHRASE_WORDS.has(word) ? PHRASE_RANK : ranks.get(word);
  return rank === undefined ? Number.POSITIVE_INFINITY : Math.log10(rank + 1);
}

/** The word in which people replace letters by digits and marks, such as `passw0rd`. */
function lettersFor(part: string): string {
  return part.replaceAll(/[@4013!5$7]/g, (character) => LETTERS_OF[character] ?? character);
}

/** Whether the characters are equal or consecutive, such as `!!!`, `1234` or `cba`. */
function isRun(part: string): boolean {
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let index = 2; index < part.length; index += 1)
    if (part.charCodeAt(index) - part.charCodeAt(index - 1) !== step) return false;
  return true;
}
