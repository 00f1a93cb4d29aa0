import type { Inputs, Responses, SearchResult } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allOf } from '../page.ts';

/** Words to find, and filters. A result must match all of them. */
export type SearchQuery = Inputs['search']['query'];

/** Search in monitors, incidents and logs. */
export interface SearchAPI {
  /**
   * Reads one page of results: monitors, best match first, then incidents and logs, newest first. Contains at most `limit`
   * results of each kind (default 20).
   */
  find(query: SearchQuery, options?: RequestOptions): Promise<Responses['search']>;
  /** Finds all results, in pages. */
  all(query: SearchQuery, options?: RequestOptions): AsyncIterable<SearchResult>;
}

export function searchAPI({ call }: Caller): SearchAPI {
  const find: SearchAPI['find'] = (query, options) => call('search', { query }, options);
  return {
    find,
    all: (query, options) =>
      allOf(
        query.cursor,
        (cursor) => find({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
        ({ results }) => results,
      ),
  };
}
