import { OverdueError } from '@overdue/sdk';
import { accountQuery } from './account.ts';
import { isUnauthorized } from './client.ts';
import { queryClient } from './query-client.ts';

/** After this it is asked again who one is, and no sooner. */
const ASKED_AGAIN_MS = 10_000;

let isLeaving = false;

/** Whoever signs out does not mean to come back to where they were: what is refused from then on is no news. */
export async function leaveSession(signOut: () => Promise<unknown>): Promise<void> {
  isLeaving = true;
  try {
    await signOut();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
}

/**
 * Notices, by what the service refuses, that the session has ended (then people sign in again, and come back), or that the
 * team is no longer theirs (then they see which one is).
 */
export function followSessionEnd(): void {
  const notice = (error: unknown): void => {
    const state = queryClient.getQueryState(accountQuery.queryKey);
    if (isLeaving || state?.data === undefined) return;
    if (isUnauthorized(error)) {
      const { pathname, search } = window.location;
      queryClient.clear();
      window.location.assign(`/sign-in?${new URLSearchParams({ next: pathname + search })}`);
    } else if (isForbidden(error) && Date.now() - state.dataUpdatedAt > ASKED_AGAIN_MS) {
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true });
    }
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
  });
}

function isForbidden(error: unknown): boolean {
  return error instanceof OverdueError && error.status === 403;
}
