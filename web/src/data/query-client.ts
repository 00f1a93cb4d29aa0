import { OverdueError } from '@overdue/sdk';
import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 15_000;
const RETRIES_MAX = 3;

/** What was read from the API, and when it is read again. The SDK has tried again already where that helps at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) =>
        failures < RETRIES_MAX &&
        !(error instanceof OverdueError && error.status !== undefined && error.status < 500),
    },
    mutations: { retry: false },
  },
});
