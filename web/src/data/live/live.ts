import { useEffect, useSyncExternalStore } from 'react';
import { accountQuery } from '../account/account.ts';
import { api } from '../client.ts';
import { dropEarly } from '../early-responses.ts';
import { queryClient } from '../query-client.ts';
import { createConnection, type LiveConnection } from './connection.ts';
import { createMonitorList } from './monitor-list.ts';
import { createRefetch } from './refetching.ts';
import { createStream } from './stream.ts';

// The live state of this tab: connection, monitor list and stream.
export const connection = createConnection();
export const refetch = createRefetch(queryClient);
export const monitorList = createMonitorList({
  cache: queryClient,
  whenSettled: connection.whenSettled,
  request: async (signal) => {
    const { monitors, usage } = await api.monitors.rows({}, { signal });
    return { monitors, usage };
  },
  dropEarly: () => dropEarly('/v1/monitors/rows/'),
});
const stream = createStream({
  follow: (signal) => api.live.followRows({ signal }),
  connection,
  list: monitorList,
  refetch,
  // The session has probably ended or been replaced, so the account is read again. If the session has ended, session-end.ts opens
  // the sign-in page.
  onRefused: () => void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
});

/** Connects the live stream before the page renders. Without a session, the stream stays closed. */
export const startLive = stream.start;

/** Keeps cached data current. Call it only once in the application. */
export function useLive(): void {
  useEffect(() => stream.show(), []);
}

export function useConnection(): LiveConnection {
  return useSyncExternalStore(connection.subscribe, connection.current);
}

/** Resolves once the live stream is connected. */
export function whenLive(): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (connection.current().state !== 'live') return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = connection.subscribe(check);
    check();
  });
}
