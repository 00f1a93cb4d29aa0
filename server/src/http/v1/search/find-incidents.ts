import { FAILURE_REASONS } from '../../../domain/monitor.ts';
import { matchTexts } from '../../../domain/search/match.ts';
import { cutSnippet } from '../../../domain/search/snippet.ts';
import { yieldToPings } from '../../../runtime/yield-to-pings.ts';
import type { IncidentTexts, SearchStore } from '../../../store/search/contract.ts';
import { writeTime, writeTimeOrNull } from '../api/times.ts';
import { type KindSearch, optionsOf, type ResultPage } from './kind-search.ts';
import type { SearchedField, SearchResult } from './search-schema.ts';

/** Incidents read per query. Kept small so that pings don't wait long. */
const CHUNK = 500;

/** Finds incidents by their notes, the monitor's name, and who acknowledged them. Newest first. */
export async function findIncidents(
  search: KindSearch,
  store: Pick<SearchStore, 'listIncidentTexts'>,
): Promise<ResultPage> {
  const results: SearchResult[] = [];
  const { monitorShortID, limit } = search;
  let before = search.after === null ? undefined : Number.parseInt(search.after, 10);
  for (;;) {
    const incidents = await store.listIncidentTexts(search.teamID, {
      ...optionsOf(search),
      ...(monitorShortID === undefined ? {} : { monitorShortID }),
      ...(before === undefined ? {} : { before }),
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

function match(incident: IncidentTexts, { query }: KindSearch): SearchResult | null {
  const { monitor, notes, acknowledgedBy, incidentID, reason, openedAt, closedAt } = incident;
  const texts: readonly (readonly [field: SearchedField, text: string])[] = [
    ...notes.map((note) => ['note', note] as const),
    ['name', monitor.name],
    ['acknowledgedBy', acknowledgedBy ?? ''],
  ];
  const matches = matchTexts(
    texts.map(([, text]) => text),
    query,
  );
  if (matches === null) return null;
  const best = matches.findIndex((own) => own.length > 0);
  const [field, text] = texts[best] ?? ['name', monitor.name];
  const snippet = cutSnippet(text, matches[best] ?? []);
  return {
    kind: 'incident',
    monitor,
    incident: {
      incidentID,
      reason: FAILURE_REASONS.find((each) => each === reason) ?? 'missed',
      openedAt: writeTime(openedAt),
      closedAt: writeTimeOrNull(closedAt),
    },
    event: null,
    field,
    text: snippet.text,
    matches: [...snippet.matches],
    line: null,
  };
}
