import type { Token } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { allItems } from '../all-pages.ts';
import { api } from '../client.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }): Promise<readonly Token[]> => allItems(api.tokens.all({}, { signal })),
});
