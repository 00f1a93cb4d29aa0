import type { SearchQuery } from '../api.generated.ts';
import type { Caller } from '../call.ts';
import { allOf } from '../page.ts';
import type { RequestOptions } from '../request-options.ts';

/** Search in monitors, incidents and logs. */
export type SearchAPI = ReturnType<typeof searchAPI>;

export function searchAPI({ call }: Caller) {
  return {
    /**
     * Reads one page of results: monitors, best match first, then incidents and logs, newest first. Contains at most `limit`
     * results of each kind (default 20).
     */
    find: call.search,
    /** Finds all results, in pages. */
    all: (query: SearchQuery, options?: RequestOptions) =>
      allOf(
        query.cursor,
        (cursor) => call.search({ ...query, cursor }, options),
        ({ results }) => results,
      ),
  };
}
