import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import type { Monitor, MonitorRuns } from '@overdue/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import { createSpacing } from '../live/spacing.ts';

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
/**
 * Minimum time between two batches of requests. While a list is scrolled, or during an outage, rows keep appearing one at a time, and
 * each would make its own request.
 */
const BATCH_INTERVALS = { firstMs: 30, lastMs: 1000 };

interface Waiting {
  readonly shortID: string;
  readonly resolve: (runs: MonitorRuns) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads that wait for the next batch, by span. */
const waiting = new Map<string, { readonly span: Span; readonly reads: Waiting[] }>();

const readWaiting = createSpacing(
  () =>
    setTimeout(() => {
      const batches = [...waiting.values()];
      waiting.clear();
      for (const { span, reads } of batches)
        for (let start = 0; start < reads.length; start += MONITORS_MAX)
          void readTogether(reads.slice(start, start + MONITORS_MAX), span);
    }, COLLECT_MS),
  BATCH_INTERVALS,
);

/** Reads a monitor's runs. Concurrent reads of a span share a request. */
function readRuns(shortID: string, span: Span): Promise<MonitorRuns> {
  const key = `${span.from}|${span.to}`;
  return new Promise((resolve, reject) => {
    const batch = waiting.get(key) ?? { span, reads: [] };
    batch.reads.push({ shortID, resolve, reject });
    waiting.set(key, batch);
    readWaiting('runs');
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
