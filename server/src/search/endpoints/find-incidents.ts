import { writeTime, writeTimeOrNull } from '../../api/times.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { SearchedTexts, SearchStore } from '../contract.ts';
import { type KindSearch, matchEntry, optionsOf, type ResultPage } from './kind-search.ts';
import type { SearchResult } from './search-schema.ts';

/** Incidents read per query. Kept small so that pings don't wait long. */
const CHUNK = 500;

/** Finds incidents by their notes, the monitor's name, and who acknowledged them. Newest first. */
export async function findIncidents(
  search: KindSearch,
  store: Pick<SearchStore, 'listTexts'>,
): Promise<ResultPage> {
  const results: SearchResult[] = [];
  const { monitorShortID, limit } = search;
  let before = search.after === null ? undefined : Number.parseInt(search.after, 10);
  for (;;) {
    const incidents = await store.listTexts(search.teamID, {
      of: 'incidents',
      ...optionsOf(search),
      ...(monitorShortID === undefined ? {} : { monitorShortID }),
      ...(before === undefined ? {} : { beforeID: before }),
      limit: CHUNK,
    });
    for (const incident of incidents) {
      const result = match(incident, search);
      if (result === null) continue;
      if (results.length === limit) return { results, next: String(before) };
      results.push(result);
      before = incident.id;
    }
    if (incidents.length < CHUNK) return { results, next: null };
    before = incidents.at(-1)?.id;
    if (results.length === limit || search.isOutOfTime()) return { results, next: String(before) };
    await yieldToPings();
  }
}

function match(entry: SearchedTexts, { query }: KindSearch): SearchResult | null {
  const matched = entry.incident === null ? null : matchEntry(entry, query);
  if (entry.incident === null || matched === null) return null;
  const { openedAt, closedAt, ...incident } = entry.incident;
  return {
    kind: 'incident',
    ...matched.shown,
    incident: { ...incident, openedAt: writeTime(openedAt), closedAt: writeTimeOrNull(closedAt) },
    event: null,
    line: null,
  };
}
