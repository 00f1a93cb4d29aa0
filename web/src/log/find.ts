export interface Match {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

export const MATCHES_MAX = 2000;

/** Finds all matches, ignoring case, up to {@link MATCHES_MAX}. */
export function findAll(lines: readonly string[], wanted: string): readonly Match[] {
  const needle = wanted.toLowerCase();
  if (needle === '') return [];
  const matches: Match[] = [];
  for (const [line, text] of lines.entries()) {
    const lower = text.toLowerCase();
    // Some letters get longer in lower case, which would shift the positions.
    const source = lower.length === text.length ? lower : text;
    for (let from = source.indexOf(needle); from >= 0; from = source.indexOf(needle, from + needle.length)) {
      if (matches.length === MATCHES_MAX) return matches;
      matches.push({ line, from, to: from + needle.length });
    }
  }
  return matches;
}
