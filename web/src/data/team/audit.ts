import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

const PAGE = 50;

export interface AuditFilter {
  readonly actor: string | undefined;
  readonly action: string | undefined;
}

export function auditQuery({ actor, action }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['team', 'audit', actor ?? '', action ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.audit.list({ limit: PAGE, cursor: pageParam, actor, action }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Number of newest entries to search for the author. */
const NEWEST = 20;

/** Reads the author of the monitor's newest revision; null if the newest entries don't name one. */
export function lastAuthorQuery(shortID: string, revision: number) {
  return queryOptions({
    queryKey: ['team', 'audit', 'author', shortID, revision],
    async queryFn({ signal }) {
      const { entries } = await api.audit.list({ limit: NEWEST }, { signal });
      return entries.find(({ target }) => target?.id === shortID)?.actor ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
