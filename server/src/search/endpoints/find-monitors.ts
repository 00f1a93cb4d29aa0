import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { SearchedTexts, SearchStore } from '../contract.ts';
import { type KindSearch, type MatchedTexts, matchEntry, optionsOf, type ResultPage } from './kind-search.ts';
import type { SearchResult } from './search-schema.ts';

/** Monitors read per query. Kept small so that pings don't wait long. */
const CHUNK = 1000;

interface Ranked {
  readonly rank: number;
  readonly name: string;
  readonly result: SearchResult;
}

/** Finds monitors by name, tag, description or short ID, best first: names that begin with the query come first. */
export async function findMonitors(
  search: KindSearch,
  store: Pick<SearchStore, 'listTexts'>,
): Promise<ResultPage> {
  const ranked: Ranked[] = [];
  const { projects } = optionsOf(search);
  for (let afterID = 0; ; ) {
    const page = {
      of: 'monitors',
      afterID,
      limit: CHUNK,
      ...(projects === undefined ? {} : { projects }),
    } as const;
    const monitors = await store.listTexts(search.teamID, page);
    for (const monitor of monitors) {
      const result = rank(monitor, search);
      if (result !== null) ranked.push(result);
    }
    if (monitors.length < CHUNK) break;
    afterID = monitors.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
  const start = search.after === null ? 0 : Number.parseInt(search.after, 10);
  const end = start + search.limit;
  return {
    results: ranked
      .sort((a, b) => a.rank - b.rank || compare(a.name, b.name))
      .slice(start, end)
      .map(({ result }) => result),
    next: end < ranked.length ? String(end) : null,
  };
}

/** Compares by code units, because a comparison by locale takes long for many names. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(entry: SearchedTexts, { query, monitorShortID }: KindSearch): Ranked | null {
  if (monitorShortID !== undefined && entry.monitor.shortID !== monitorShortID) return null;
  const matched = matchEntry(entry, query);
  if (matched === null) return null;
  return {
    rank: rankOf(matched, entry.monitor.name),
    name: entry.monitor.name,
    result: { kind: 'monitor', ...matched.shown, incident: null, event: null, line: null },
  };
}

/**
 * Ranks matches: at the start of the name first, then at the start of a word in the name, then elsewhere in the name, then in
 * other fields.
 */
function rankOf({ index, matchesInText }: MatchedTexts, name: string): number {
  if (index > 0) return 2 + index;
  const start = matchesInText[0]?.start ?? 0;
  if (start === 0) return 0;
  return /[\p{L}\p{N}]/u.test(name.charAt(start - 1)) ? 2 : 1;
}
