import { OverdueError } from '@overdue/sdk';
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 15_000;
const RETRIES_MAX = 3;

/** Cache of API responses. The SDK does the useful retries itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) =>
        failures < RETRIES_MAX &&
        !(error instanceof OverdueError && error.status !== undefined && error.status < 500),
    },
    // Without a network, mutations fail immediately instead of waiting silently. `offline/` has the actions that wait.
    mutations: { retry: false, networkMode: 'always' },
  },
});
