import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import type { Monitor, MonitorRuns } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Time range of one request, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const SPANS = [HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 365 * DAY_MS] as const;

/** Returns the aligned spans that cover a view, usually one or two. Small moves reuse the same spans. */
export function spansOf({ from, to }: Span): readonly Span[] {
  const length = SPANS.find((span) => span >= to - from) ?? 365 * DAY_MS;
  const spans: Span[] = [];
  for (let at = Math.floor(from / length) * length; at < to; at += length)
    spans.push({ from: at, to: at + length });
  return spans;
}

const MONITORS_MAX = 200;
const COLLECT_MS = 15;

interface Waiting {
  readonly shortID: string;
  readonly resolve: (runs: MonitorRuns) => void;
  readonly reject: (error: unknown) => void;
}

const waiting = new Map<string, Waiting[]>();

/** Reads a monitor's runs. Concurrent reads of a span share a request. */
function readRuns(shortID: string, span: Span): Promise<MonitorRuns> {
  const key = `${span.from}|${span.to}`;
  return new Promise((resolve, reject) => {
    const queue = waiting.get(key);
    if (queue !== undefined) {
      queue.push({ shortID, resolve, reject });
      return;
    }
    const fresh = [{ shortID, resolve, reject }];
    waiting.set(key, fresh);
    setTimeout(() => {
      waiting.delete(key);
      for (let start = 0; start < fresh.length; start += MONITORS_MAX) {
        void readTogether(fresh.slice(start, start + MONITORS_MAX), span);
      }
    }, COLLECT_MS);
  });
}

async function readTogether(batch: readonly Waiting[], span: Span): Promise<void> {
  try {
    const shortIDs = [...new Set(batch.map(({ shortID }) => shortID))];
    const response = await api.runs.list(shortIDs, writeSpan(span));
    const byShortID = new Map(response.map((entry) => [entry.shortID, entry]));
    for (const { shortID, resolve } of batch) {
      resolve(byShortID.get(shortID) ?? { shortID, truncated: false, runs: [] });
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

function writeSpan({ from, to }: Span) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

export function spanRunsQuery(shortID: string, span: Span) {
  return queryOptions({
    queryKey: ['history', shortID, 'span', span.from, span.to],
    queryFn: () => readRuns(shortID, span),
    staleTime: 5 * 60_000,
  });
}

export function statisticsQuery(shortID: string, span: Span, buckets: number) {
  return queryOptions({
    queryKey: ['history', shortID, 'statistics', span.from, span.to, buckets],
    queryFn: ({ signal }) => api.monitors.statistics(shortID, { ...writeSpan(span), buckets }, { signal }),
    staleTime: 5 * 60_000,
  });
}

const NEWEST_RUNS = 100;

/** The newest runs of a monitor, regardless of the period shown. */
export function newestRunsQuery(shortID: string) {
  return queryOptions({
    queryKey: ['history', shortID, 'newest'],
    queryFn: async ({ signal }) =>
      (await api.runs.list([shortID], { limit: NEWEST_RUNS }, { signal }))[0]?.runs ?? [],
    staleTime: 60_000,
  });
}

export const OCCURRENCES_MAX = 100;
type Timing = Pick<Monitor['schedule'], 'cron' | 'timezone'> &
  Partial<Pick<Monitor['schedule'], 'onCalendar'>>;

/** Next expected runs. Monitors with equal schedules share the response. Either `cron` or `onCalendar` is empty. */
export function occurrencesQuery({ cron, onCalendar = '', timezone }: Timing, after: number) {
  return queryOptions({
    queryKey: ['occurrences', cron, onCalendar, timezone, after],
    queryFn: async ({ signal }) => {
      const input = {
        schedule: { cron, onCalendar, timezone },
        after: new Date(after).toISOString(),
        count: OCCURRENCES_MAX,
      };
      const { occurrences } = await api.schedules.preview(input, { signal });
      return occurrences.map((at) => Date.parse(at));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
