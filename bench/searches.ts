import { parseSearch } from '@overdue/domain/search/search-query.ts';
import { findLogs } from '../server/src/search/endpoints/find-logs.ts';
import type { Store } from '../server/src/store/store.ts';
import type { Figure } from './report.ts';

const ROUNDS = 5;
const SEARCH_MS_MAX = 10_000;
const SEARCHES = [
  'refused',
  'connection refused',
  '"connection refused"',
  'wxyz',
  'rare-needle',
  'info warn',
  'inf',
  'nothing-has-this',
];

/** Returns the median time that each search takes to return its first 20 results. */
export async function measureSearches(
  store: Store,
  { teamID, name }: { readonly teamID: string; readonly name: string },
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const text of SEARCHES) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = performance.now();
      const until = from + SEARCH_MS_MAX;
      const { results } = await findLogs(
        {
          query: parseSearch(text),
          teamID,
          projects: null,
          limit: 20,
          after: null,
          isOutOfTime: () => performance.now() > until,
        },
        store,
      );
      times.push(performance.now() - from);
      found = results.length;
    }
    figures.push({
      name: `${name}: ${text} (${found} found)`,
      value: median(times),
      unit: 'ms',
      atMost: 300,
    });
    figures.push({ name: `${name}: ${text}, slowest`, value: Math.max(...times), unit: 'ms' });
  }
  return figures;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
