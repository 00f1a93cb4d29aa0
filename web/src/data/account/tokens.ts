import type { Token } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { collect } from '../all-pages.ts';
import { api } from '../client.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }): Promise<readonly Token[]> => collect(api.tokens.all({}, { signal })),
});
