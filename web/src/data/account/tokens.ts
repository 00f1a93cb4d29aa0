import type { Token } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { collect } from '../all-pages.ts';
import { api } from '../client.ts';

/** The person's tokens for the open team, oldest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }): Promise<readonly Token[]> => collect(api.tokens.all({}, { signal })),
});
