export interface Candidate {
  readonly label: string;
  readonly otherTerms?: string;
  /** Searchable ID. A query must contain at least {@link ID_PART_MIN} consecutive characters of the ID. */
  readonly id?: string;
}

/** Ranks of a match, best first. */
const RANKS = {
  /** The query is the whole name. */
  exact: 0,
  firstWord: 1,
  word: 2,
  nameStart: 3,
  wordStart: 4,
  namePart: 5,
  /** A part of another term or of the ID. */
  otherTerm: 6,
  /** The name contains the letters of the query in order. */
  scattered: 7,
} as const;
/** Rank of a candidate that doesn't match. */
const NO_MATCH = RANKS.scattered + 1;

/** Ranks a match by its worst part, 0 is best. Returns null if a part of the query matches nothing. */
export function rankOf({ label, otherTerms = '', id = '' }: Candidate, query: string): number | null {
  const name = label.toLowerCase();
  const wanted = query.trim().toLowerCase();
  if (name === wanted) return RANKS.exact;
  let worst: number = RANKS.exact;
  for (const part of wanted.split(/\s+/)) {
    if (part !== '') worst = Math.max(worst, rankOfPart(part, { name, otherTerms, id }));
    if (worst === NO_MATCH) return null;
  }
  return worst;
}

const LETTERS_MIN = 3;
/** Minimum length of a part of an ID. Shorter parts match too many IDs by chance. */
const ID_PART_MIN = 4;

function rankOfPart(
  part: string,
  { name, otherTerms, id }: { readonly name: string; readonly otherTerms: string; readonly id: string },
): number {
  let best: number = NO_MATCH;
  for (let index = name.indexOf(part); index !== -1; index = name.indexOf(part, index + 1))
    best = Math.min(best, rankOfPlace(name, index, index + part.length));
  if (best < NO_MATCH) return best;
  if (otherTerms.toLowerCase().includes(part)) return RANKS.otherTerm;
  if (part.length >= ID_PART_MIN && id.toLowerCase().includes(part)) return RANKS.otherTerm;
  return part.length >= LETTERS_MIN && hasLettersInOrder(name, part) ? RANKS.scattered : NO_MATCH;
}

function rankOfPlace(name: string, from: number, to: number): number {
  if (!isWordBorder(name, from)) return RANKS.namePart;
  if (isWordBorder(name, to)) return from === 0 ? RANKS.firstWord : RANKS.word;
  return from === 0 ? RANKS.nameStart : RANKS.wordStart;
}

/** Whether the name contains each part of the query as a whole word, by the rank of the match. */
export function hasWords(rank: number): boolean {
  return rank <= RANKS.word;
}

/**
 * Whether each part of a query begins a word of the name or of the other terms. Actions require such a match, so that
 * they never apply to an unintended monitor.
 */
export function beginsWords({ label, otherTerms = '' }: Candidate, query: string): boolean {
  const text = `${label} ${otherTerms}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((part) => beginsWord(part, text));
}

function beginsWord(part: string, text: string): boolean {
  for (let index = text.indexOf(part); index !== -1; index = text.indexOf(part, index + 1))
    if (isWordBorder(text, index)) return true;
  return false;
}

const IN_WORD = /^[\p{L}\p{N}]{2}$/u;

/** Whether a word begins or ends at an index: the characters on both sides aren't both letters or digits. */
function isWordBorder(text: string, index: number): boolean {
  return !IN_WORD.test(text.slice(Math.max(0, index - 1), index + 1));
}

/** Whether a name contains the letters in order: `pgd` matches `pg-dump`. */
function hasLettersInOrder(name: string, part: string): boolean {
  let from = 0;
  for (const letter of part) {
    const index = name.indexOf(letter, from);
    if (index === -1) return false;
    from = index + 1;
  }
  return true;
}

/** Returns the best matches. Candidates of equal rank stay in their order. */
export function bestOf<T extends Candidate>(
  candidates: readonly T[],
  query: string,
  limit: number,
): readonly T[] {
  if (query.trim() === '') return candidates.slice(0, limit);
  const ranks: T[][] = Object.values(RANKS).map(() => []);
  for (const candidate of candidates) {
    const rank = rankOf(candidate, query);
    if (rank !== null) ranks[rank]?.push(candidate);
  }
  return ranks.flat().slice(0, limit);
}
