import type { MonitorRow, Run } from '@overdue/sdk';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../client.ts';
import { createRunCache } from './run-cache.ts';

export const RECENT_RUNS = 30;

const cache = createRunCache(async (shortIDs) => {
  const monitors = await api.runs.list(shortIDs, { limit: RECENT_RUNS });
  return new Map(monitors.map(({ shortID, runs }) => [shortID, runs]));
});

/** Returns the last runs of a visible monitor, newest first; undefined while they load. */
export function useRecentRuns(monitor: MonitorRow): readonly Run[] | undefined {
  const { shortID } = monitor;
  const version = versionOf(monitor);
  useEffect(() => cache.watch(shortID, version), [shortID, version]);
  return useSyncExternalStore(
    (listener) => cache.subscribe(shortID, listener),
    () => cache.read(shortID),
  );
}

/** Returns a text that changes whenever a run may have started or ended. */
function versionOf({ lastPingAt, nextExpectedAt, failureStreak, running }: MonitorRow): string {
  return `${lastPingAt}|${nextExpectedAt}|${failureStreak}|${running}`;
}
