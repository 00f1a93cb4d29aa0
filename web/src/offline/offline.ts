import { OverdueError } from '@overdue/sdk';
import { useSyncExternalStore } from 'react';
import { connection } from '../data/live/live.ts';
import { isReachable, waitToRetry } from './probe.ts';
import { createReachability } from './reachability.ts';
import { createWaitingActions, type WaitingAction } from './waiting-actions.ts';
import { words } from './words.ts';

/** Statuses returned by a proxy that can't reach the service, or by a service that can't reach its database. */
const UNAVAILABLE = [502, 503, 504];

const reachability = createReachability({ connection, isReachable, waitToRetry });
const actions = createWaitingActions({ reachability, isNoResponse, waitToRetry, tooMany: words.tooMany });

/**
 * Performs an action that may wait for the connection. Use this only for actions that do no harm if they arrive late.
 */
export const performOrWait = actions.perform;

export function useUnreachable(): boolean {
  return useSyncExternalStore(reachability.subscribe, reachability.isUnreachable);
}

export function useWaitingActions(): readonly WaitingAction[] {
  return useSyncExternalStore(actions.subscribe, actions.current);
}

function isNoResponse(error: unknown): boolean {
  if (!(error instanceof OverdueError)) return false;
  return error.code === 'network' || error.code === 'timed_out' || UNAVAILABLE.includes(error.status);
}

window.addEventListener('offline', reachability.check);

// Warns before the tab closes, because waiting actions exist only in this tab.
actions.subscribe(() => {
  if (actions.current().length > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
