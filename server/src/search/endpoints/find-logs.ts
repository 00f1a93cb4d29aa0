import { matchLog } from '@overdue/domain/search/match.ts';
import type { SearchQuery } from '@overdue/domain/search/search-query.ts';
import { cutSnippet } from '@overdue/domain/search/snippet.ts';
import { plainLog } from '@overdue/domain/search/words.ts';
import { writeTime } from '../../api/times.ts';
import type { MonitorStore } from '../../monitors/contract.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import type { FoundLog, SearchStore, WantedWord } from '../contract.ts';
import { type KindSearch, NOTHING_FOUND, optionsOf, type ResultPage } from './kind-search.ts';
import type { SearchResult } from './search-schema.ts';

/**
 * Finds logs that contain all words, newest first. The index doesn't store the order of words, so each log is read to check
 * phrases.
 */
export async function findLogs(
  search: KindSearch,
  store: Pick<SearchStore, 'searchLogs'> & Pick<MonitorStore, 'findMonitors'>,
): Promise<ResultPage> {
  const ofMonitor = await monitorFilter(search, store);
  const words = wordsOf(search.query);
  if (ofMonitor === null || words.length === 0) return NOTHING_FOUND;
  const results: SearchResult[] = [];
  let after = search.after;
  do {
    const { logs, next } = await store.searchLogs({
      teamID: search.teamID,
      words,
      ...ofMonitor,
      ...optionsOf(search),
      ...(after === null ? {} : { after }),
    });
    for (const log of logs) {
      const result = match(log, search.query);
      if (result !== null) results.push(result);
      if (results.length === search.limit) return { results, next: log.cursor };
    }
    after = next;
    await yieldToPings();
  } while (after !== null && !search.isOutOfTime());
  return { results, next: after };
}

/**
 * Returns the filter for the requested monitor; empty if the request names no monitor, null if the caller can't see the named
 * monitor.
 */
async function monitorFilter(
  { teamID, monitorShortID }: KindSearch,
  store: Pick<MonitorStore, 'findMonitors'>,
): Promise<{ readonly monitorID?: number } | null> {
  if (monitorShortID === undefined) return {};
  const [monitor] = await store.findMonitors(teamID, { shortIDs: [monitorShortID] });
  return monitor === undefined ? null : { monitorID: monitor.id };
}

function wordsOf({ terms }: SearchQuery): readonly WantedWord[] {
  return terms.flatMap(({ words, isPrefix }) =>
    words.map((text, index) => ({ text, isPrefix: isPrefix && index === words.length - 1 })),
  );
}

function match(found: FoundLog, query: SearchQuery): SearchResult | null {
  const text = plainLog(new TextDecoder().decode(found.log));
  const matches = matchLog(text, query);
  if (matches === null) return null;
  const snippet = cutSnippet(text, matches);
  const { number, type, at, runID, monitor } = found;
  return {
    kind: 'log',
    monitor,
    incident: null,
    event: { number, type, at: writeTime(at), runID },
    field: 'log',
    text: snippet.text,
    matches: [...snippet.matches],
    line: found.isWhole ? snippet.line : null,
  };
}
