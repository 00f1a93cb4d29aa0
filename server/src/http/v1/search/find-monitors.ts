import { type Match, matchTexts } from '../../../domain/search/match.ts';
import { cutSnippet } from '../../../domain/search/snippet.ts';
import { yieldToPings } from '../../../runtime/yield-to-pings.ts';
import type { MonitorTexts, SearchStore } from '../../../store/search/contract.ts';
import { type KindSearch, optionsOf, type ResultPage } from './kind-search.ts';
import type { SearchedField, SearchResult } from './search-schema.ts';

/** Monitors read per query. Kept small so that pings don't wait long. */
const CHUNK = 1000;

interface Ranked {
  readonly rank: number;
  readonly monitor: MonitorTexts;
  readonly result: SearchResult;
}

/** Finds monitors by name, tag, description or short ID, best first: names that begin with the query come first. */
export async function findMonitors(
  search: KindSearch,
  store: Pick<SearchStore, 'listMonitorTexts'>,
): Promise<ResultPage> {
  const ranked: Ranked[] = [];
  const { projects } = optionsOf(search);
  for (let afterID = 0; ; ) {
    const page = { afterID, limit: CHUNK, ...(projects === undefined ? {} : { projects }) };
    const monitors = await store.listMonitorTexts(search.teamID, page);
    for (const monitor of monitors) {
      const found = rank(monitor, search);
      if (found !== null) ranked.push(found);
    }
    if (monitors.length < CHUNK) break;
    afterID = monitors.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
  const start = search.after === null ? 0 : Number.parseInt(search.after, 10);
  const end = start + search.limit;
  return {
    results: ranked
      .sort((a, b) => a.rank - b.rank || compare(a.monitor.name, b.monitor.name))
      .slice(start, end)
      .map(({ result }) => result),
    next: end < ranked.length ? String(end) : null,
  };
}

/** Compares by code units, because a comparison by locale takes long for many names. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(monitor: MonitorTexts, { query, monitorShortID }: KindSearch): Ranked | null {
  if (monitorShortID !== undefined && monitor.shortID !== monitorShortID) return null;
  const texts: readonly (readonly [field: SearchedField, text: string])[] = [
    ['name', monitor.name],
    ...monitor.tags.map((tag) => ['tag', tag] as const),
    ['description', monitor.description],
    ['shortID', monitor.shortID],
  ];
  const matches = matchTexts(
    texts.map(([, text]) => text),
    query,
  );
  if (matches === null) return null;
  const best = Math.max(
    0,
    matches.findIndex((own) => own.length > 0),
  );
  const [field, text] = texts[best] ?? ['name', monitor.name];
  const { line: _, ...snippet } = cutSnippet(text, matches[best] ?? []);
  const { shortID, name, projectShortID } = monitor;
  const result = {
    kind: 'monitor',
    monitor: { shortID, name, projectShortID },
    incident: null,
    event: null,
    field,
    text: snippet.text,
    matches: [...snippet.matches],
    line: null,
  } satisfies SearchResult;
  return { rank: rankOf(best, name, matches[0] ?? []), monitor, result };
}

/** Ranks a match at the start of the name first, then one at the start of a word, then others in the name, then other fields. */
function rankOf(field: number, name: string, inName: readonly Match[]): number {
  if (field > 0) return 2 + field;
  const start = inName[0]?.start ?? 0;
  if (start === 0) return 0;
  return /[\p{L}\p{N}]/u.test(name.charAt(start - 1)) ? 2 : 1;
}
