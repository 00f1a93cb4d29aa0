import type { Inputs, Responses, SearchResult } from '../api.generated.ts';
import type { Caller, RequestOptions } from '../call.ts';
import { allOf } from '../page.ts';

/** Words to find, and filters. A result must match all of them. */
export type SearchQuery = Inputs['search']['query'];

/** Search in monitors, incidents and logs. */
export interface SearchAPI {
  /** Finds one page: monitors, best first, then incidents and logs, newest first; at most `limit` (20) of each kind. */
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
