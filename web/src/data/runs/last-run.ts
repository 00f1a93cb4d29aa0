import type { MonitorEvent, Run } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { isNotFound } from '../client.ts';
import { queryClient } from '../query-client.ts';
import { bodyQuery, EVENTS, newestQuery } from './history.ts';
import { eventWithLog, lastEndedRun } from './last-ended.ts';
import { newestRunsQuery } from './spans.ts';

export interface LastRun {
  /** The run whose end was reported last. */
  readonly run: Run;
  /** Whether a newer run was missed, timed out or has an unknown result. */
  readonly isFollowed: boolean;
  /** The event that ended the run; null if it isn't among the newest events. */
  readonly end: MonitorEvent | null;
  /** The log of the run; null if it sent none. */
  readonly log: RunLog | null;
}

export interface RunLog {
  readonly event: number;
  /** Null if the log isn't text. */
  readonly text: string | null;
}

/**
 * The last run of a monitor with its log; null before the first run has ended. Shares the queries for runs and events with other
 * parts of the page. The result changes only once the run and its log are both loaded.
 */
export function lastRunQuery(shortID: string) {
  return queryOptions({
    queryKey: ['history', shortID, 'last'],
    queryFn: async (): Promise<LastRun | null> => {
      const [runs, { items: events }] = await Promise.all([
        queryClient.fetchQuery(newestRunsQuery(shortID)),
        queryClient.fetchQuery(newestQuery(EVENTS, shortID)),
      ]);
      const run = lastEndedRun(runs);
      if (run === null) return null;
      return {
        run,
        isFollowed: runs
          .slice(0, runs.indexOf(run))
          .some(({ state, endEvent }) => state !== 'running' && endEvent === null),
        end: events.find(({ number }) => number === run.endEvent) ?? null,
        log: await readLog(shortID, eventWithLog(run, events)),
      };
    },
    // The nested queries retry their own requests.
    retry: false,
  });
}

async function readLog(shortID: string, event: number | null): Promise<RunLog | null> {
  if (event === null) return null;
  try {
    return { event, text: (await queryClient.fetchQuery(bodyQuery(shortID, event))).text };
  } catch (error) {
    // The log was deleted after the list of events was read.
    if (isNotFound(error)) return null;
    throw error;
  }
}
