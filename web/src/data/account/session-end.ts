import { OverdueError } from '@overdue/sdk';
import { isUnauthorized } from '../client.ts';
import { startLive } from '../live.ts';
import { queryClient } from '../query-client.ts';
import { readAgain } from '../read-again.ts';
import { accountQuery } from './account.ts';

/** After this it is asked again who one is, and no sooner. */
const ASKED_AGAIN_MS = 10_000;

/** While the session is ended or replaced from here, what is refused is no news. */
let change: { wasRefused: boolean } | null = null;

/** Signs out. Nobody means to come back to where they were, so it is no news afterwards either. */
export async function leaveSession(signOut: () => Promise<unknown>): Promise<void> {
  change = { wasRefused: false };
  try {
    await signOut();
  } catch (error) {
    goOn();
    throw error;
  }
}

/** Does what puts another session in the place of this one: until its answer has come, the browser asks with the old one. */
export async function replaceSession<T>(replace: () => Promise<T>): Promise<T> {
  change = { wasRefused: false };
  try {
    return await replace();
  } finally {
    goOn();
  }
}

function goOn(): void {
  const wasRefused = change?.wasRefused === true;
  change = null;
  startLive();
  // What was asked before and is not answered yet may be refused, too.
  readAgain(wasRefused ? {} : { fetchStatus: 'fetching' });
}

/**
 * Notices, by what the service refuses, that the session has ended (then people sign in again, and come back), or that the
 * team is no longer theirs (then they see which one is).
 */
export function followSessionEnd(): void {
  const notice = (error: unknown): void => {
    const state = queryClient.getQueryState(accountQuery.queryKey);
    if (state?.data === undefined) return;
    if (isUnauthorized(error) && change !== null) {
      change.wasRefused = true;
    } else if (isUnauthorized(error)) {
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
