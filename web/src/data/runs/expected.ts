import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

const FRESH_MS = 60_000;

/** Expected runs of all monitors. The previous period stays visible while the next period loads. */
export function expectedRunsQuery({ from, to }: { readonly from: number; readonly to: number }) {
  return queryOptions({
    queryKey: ['expected', from, to],
    queryFn: ({ signal }) =>
      api.runs.expected({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: 10 * FRESH_MS,
    placeholderData: keepPreviousData,
  });
}
