import type { SearchKind } from '@overdue/domain/search/search-kinds.ts';
import { SEARCH_LENGTH_MAX } from '@overdue/domain/search/search-query.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

const PAGE = 20;
const FEW = 4;
/** Minimum characters for a search that starts during typing. */
export const SEARCH_LENGTH_MIN = 2;

function isSearched({ length }: string, lengthMin: number): boolean {
  return length >= lengthMin && length <= SEARCH_LENGTH_MAX;
}

export interface SearchFilter {
  readonly q: string;
  readonly kind?: SearchKind | undefined;
  readonly project?: string | undefined;
  readonly monitor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function searchQuery(filter: SearchFilter) {
  return infiniteQueryOptions({
    queryKey: ['search', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      api.search.find(
        { ...filter, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isSearched(filter.q, 1),
  });
}

/** A few results of each kind, for the palette. Shows the previous results while it loads. */
export function fewResultsQuery(q: string) {
  return queryOptions({
    queryKey: ['search', 'few', q],
    queryFn: ({ signal }) => api.search.find({ q, limit: FEW }, { signal }),
    enabled: isSearched(q, SEARCH_LENGTH_MIN),
    placeholderData: keepPreviousData,
  });
}
