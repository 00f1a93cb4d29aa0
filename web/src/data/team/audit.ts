import { infiniteQueryOptions } from '@tanstack/react-query';
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
