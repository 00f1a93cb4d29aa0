export interface Candidate {
  readonly label: string;
  readonly otherTerms?: string;
  /** Searchable ID. A query must contain at least {@link ID_PART_MIN} consecutive characters of the ID. */
  readonly id?: string;
}

/** Ranks a match, best first: start of the name, start of a word, part of the name, other terms, letters in order. */
export function rankOf({ label, otherTerms = '', id = '' }: Candidate, query: string): number | null {
  const name = label.toLowerCase();
  const parts = query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== '');
  let worst = 0;
  for (const part of parts) {
    const rank = rankOfPart(part, { name, otherTerms, id });
    if (rank === null) return null;
    worst = Math.max(worst, rank);
  }
  return worst;
}

/** Rank of a match of letters in order. */
const SCATTERED = 4;
const LETTERS_MIN = 3;
/** Minimum length of a part of an ID. Shorter parts match too many IDs by chance. */
const ID_PART_MIN = 4;

function rankOfPart(
  part: string,
  { name, otherTerms, id }: { readonly name: string; readonly otherTerms: string; readonly id: string },
): number | null {
  const index = name.indexOf(part);
  if (index === 0) return 0;
  if (index > 0) return isWordStart(name, index) ? 1 : 2;
  if (otherTerms.toLowerCase().includes(part)) return 3;
  if (part.length >= ID_PART_MIN && id.toLowerCase().includes(part)) return 3;
  return part.length >= LETTERS_MIN && hasLettersInOrder(name, part) ? SCATTERED : null;
}

/** Whether a candidate contains each part of the query as consecutive letters. */
export function isClose(candidate: Candidate, query: string): boolean {
  const rank = rankOf(candidate, query);
  return rank !== null && rank < SCATTERED;
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
    if (isWordStart(text, index)) return true;
  return false;
}

function isWordStart(name: string, index: number): boolean {
  return !/[\p{L}\p{N}]/u.test(name[index - 1] ?? '');
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
  const ranks: T[][] = [[], [], [], [], []];
  for (const candidate of candidates) {
    const rank = rankOf(candidate, query);
    if (rank !== null) ranks[rank]?.push(candidate);
  }
  return ranks.flat().slice(0, limit);
}
