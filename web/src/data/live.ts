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
/** Somebody is there who is signed in, or was. */
let isShown = false;
/** Nobody knows what has happened since. */
let wasLost = false;
/** After it was refused it is tried again so much later. */
const AGAIN_MS = 5000;

/** Begins to follow what happens, before the page that shows it is there. Nothing comes of it for those who aren't signed in. */
export function startLive(): void {
  if (running !== null) return;
  const abort = new AbortController();
  running = abort;
  follow(abort.signal).catch(() => {
    if (abort.signal.aborted) return;
    running = null;
    // Too early: nobody is signed in, or not yet.
    if (!isShown) {
      setConnection({ state: 'connecting' });
      return;
    }
    wasLost = true;
    setConnection({ state: 'lost', since: Date.now() });
    // As a rule the session has ended: session-end.ts hears of that. But another may have come in its place meanwhile.
    void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    setTimeout(() => {
      if (isShown) startLive();
    }, AGAIN_MS);
  });
}

/** Keeps what was read true while the page is open. Once for the whole application. */
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
        // What was read before may be from before a change of which nobody told. The list has waited, if it could.
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
  // One walk through what is cached, since a thousand monitors may have changed.
  const changed = new Set(monitors.map(({ shortID }) => shortID));
  readAgain({
    predicate: ({ queryKey: [resource, shortID], state }) =>
      typeof shortID === 'string' &&
      changed.has(shortID) &&
      // The monitor itself is known, unless an answer under way is from before the change.
      (resource === 'history' || (resource === 'monitor' && state.fetchStatus === 'fetching')),
  });
}
