import { isForbidden, isUnauthorized } from '../client.ts';
import { refetch, startLive } from '../live/live.ts';
import { queryClient } from '../query-client.ts';
import { accountQuery } from './account.ts';

/** Minimum time between two checks of the session. */
const CHECK_INTERVAL_MS = 10_000;

/** Set while this page ends or replaces the session. Refused requests are expected during this time. */
let change: { wasRefused: boolean } | null = null;

/** Signs out. The next sign-in doesn't return to this page. */
export async function endSession(signOut: () => Promise<unknown>): Promise<void> {
  change = { wasRefused: false };
  try {
    await signOut();
  } catch (error) {
    resumeLive();
    throw error;
  }
}

/** Replaces the session. Until the response arrives, requests still use the old session. */
export async function replaceSession<T>(replace: () => Promise<T>): Promise<T> {
  change = { wasRefused: false };
  try {
    return await replace();
  } finally {
    resumeLive();
  }
}

function resumeLive(): void {
  const wasRefused = change?.wasRefused === true;
  change = null;
  startLive();
  // Requests sent before the change may still be refused, so they are repeated. First requests can't be cancelled without an error.
  void queryClient.cancelQueries({ predicate: ({ state }) => state.data !== undefined });
  refetch(wasRefused ? {} : { fetchStatus: 'fetching' });
}

/** Checks the session after a refused request: the session may have ended, or the user may have left the team. */
export function followSessionEnd(): void {
  const onQueryError = (error: unknown): void => {
    const state = queryClient.getQueryState(accountQuery.queryKey);
    if (state?.data === undefined) return;
    if (isUnauthorized(error) && change !== null) {
      change.wasRefused = true;
    } else if (isUnauthorized(error)) {
      const { pathname, search } = window.location;
      queryClient.clear();
      window.location.assign(`/sign-in?${new URLSearchParams({ next: pathname + search })}`);
    } else if (isForbidden(error) && Date.now() - state.dataUpdatedAt > CHECK_INTERVAL_MS) {
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true });
    }
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') onQueryError(event.action.error);
  });
}
