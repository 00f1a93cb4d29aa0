import type { Monitor } from '@overdue/sdk';
import { useEffect } from 'react';
import { accountQuery } from './account/account.ts';
import { api } from './client.ts';
import { setConnection } from './connection.ts';
import { createChangeQueue } from './edits/change-queue.ts';
import { keepMonitors, monitorsQuery, wasReadTooEarly } from './monitors/monitors.ts';
import { queryClient } from './query-client.ts';
import { readAgain } from './read-again.ts';

let running: AbortController | null = null;
/** Whether a page that requires a sign-in is open. */
let isShown = false;
/** Whether changes may have been missed. */
let wasLost = false;
/** Delay before reconnecting after a refusal. */
const AGAIN_MS = 5000;

/** Connects before the page renders. Does nothing without a session. */
export function startLive(): void {
  if (running !== null) return;
  const abort = new AbortController();
  running = abort;
  follow(abort.signal).catch(() => {
    if (abort.signal.aborted) return;
    running = null;
    if (!isShown) {
      setConnection({ state: 'connecting' });
      return;
    }
    wasLost = true;
    setConnection({ state: 'lost', since: Date.now() });
    // Usually the session has ended, which session-end.ts detects. It may also have been replaced.
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    setTimeout(() => {
      if (isShown) startLive();
    }, AGAIN_MS);
  });
}

/** Keeps cached data current. Used once in the application. */
export function useLive(): void {
  useEffect(() => {
    isShown = true;
    startLive();
    return () => {
      isShown = false;
      running?.abort(new Error('The page was left.'));
      running = null;
    };
  }, []);
}

async function follow(signal: AbortSignal): Promise<void> {
  const changes = createChangeQueue(applyMonitors);
  for await (const event of api.live.follow({ signal })) {
    switch (event.type) {
      case 'hello':
        setConnection({ state: 'live' });
        // Refetches everything that may have missed a change. The list has usually waited for the stream.
        readAgain(wasLost || wasReadTooEarly() ? {} : { predicate: ({ queryKey }) => !isList(queryKey) });
        wasLost = false;
        break;
      case 'lost':
        wasLost = true;
        changes.clear();
        setConnection({ state: 'lost', since: Date.now() });
        break;
      case 'monitors':
        changes.add(event.monitors, event.deleted);
        break;
      case 'changed':
        for (const kind of event.kinds) readAgain({ queryKey: [kind] });
        break;
    }
  }
}

function isList([resource]: readonly unknown[]): boolean {
  return resource === monitorsQuery.queryKey[0];
}

function applyMonitors(monitors: readonly Monitor[], deleted: readonly string[]): void {
  keepMonitors(monitors, deleted);
  // Uses one pass over the cache, because a thousand monitors may have changed.
  const changed = new Set(monitors.map(({ shortID }) => shortID));
  readAgain({
    predicate: ({ queryKey: [resource, shortID], state }) =>
      typeof shortID === 'string' &&
      changed.has(shortID) &&
      // The monitor itself was just updated, unless a response on its way predates the change.
      (resource === 'history' || (resource === 'monitor' && state.fetchStatus === 'fetching')),
  });
}
