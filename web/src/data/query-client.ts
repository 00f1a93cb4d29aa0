import { OverdueError } from '@overdue/sdk';
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 15_000;
const RETRIES_MAX = 3;

/** Cache of API responses. Failed queries are retried here in addition to the SDK's own retries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) =>
        failures < RETRIES_MAX &&
        !(error instanceof OverdueError && error.status !== undefined && error.status < 500),
    },
    // Without a network, mutations fail immediately instead of waiting silently. Actions that wait for the connection are in
    // `offline/`.
    mutations: { retry: false, networkMode: 'always' },
  },
});
