import { createStatistics, type Durations } from '@overdue/domain/statistics/statistics.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { limitUpTo, timeOutput } from '../../api/schemas.ts';
import { writeTime } from '../../api/times.ts';
import { findMonitor, monitorParams } from '../../monitors/find-monitor.ts';
import { checkSpan, readRunsWithin, spanFields, truncated } from './run-span.ts';

const BUCKETS_MAX = 200;
const BUCKETS_DEFAULT = 30;
const SPAN_DEFAULT_DAYS = 30;
const RUNS_READ_MAX = 100_000;

const count = (description: string, example: number) => z.int().meta({ description, example });
const seconds = (description: string, example: number) =>
  z.number().nullable().meta({ description, example });

const durations = {
  durationP50: seconds('Median duration of runs in seconds; null if nothing was measured.', 181.4),
  durationP95: seconds('95th percentile of the durations in seconds.', 240.02),
  durationMax: seconds('Longest duration in seconds.', 303.5),
};

const statistics = z
  .object({
    from: timeOutput('Start of the span.', '2026-10-22T08:15:30.123Z'),
    to: timeOutput('End of the span.', '2026-11-21T08:15:30.123Z'),
    truncated,
    runs: count('Runs that began in the span, including missed ones.', 30),
    running: count('Open runs.', 0),
    succeeded: count('Runs that succeeded.', 28),
    failed: count('Runs that the job reported as failed.', 1),
    timedOut: count('Runs open for longer than their limit.', 0),
    missed: count('Expected runs that were not reported.', 1),
    unknown: count('Runs for which the service could not see pings.', 0),
    successRate: z.number().nullable().meta({
      description:
        'Share of runs that succeeded, among those that succeeded, failed, timed out or were missed: 0 to 1, or null if there are none.',
      example: 0.9333,
    }),
    ...durations,
    startLagP50: seconds('Median delay of starts after their expected time, in seconds.', 4.5),
    startLagP95: seconds('95th percentile of that delay, in seconds.', 11.2),
    buckets: z
      .array(
        z
          .object({
            at: timeOutput('Start of the bucket.', '2026-11-20T08:15:30.123Z'),
            runs: count('Runs that began in the bucket.', 1),
            failed: count('Failed or timed-out runs.', 0),
            missed: count('Missed runs.', 0),
            ...durations,
          })
          .meta({ id: 'StatisticsBucket' }),
      )
      .meta({ description: 'Equal parts of the span, oldest first.' }),
  })
  .meta({ id: 'Statistics' });

const readStatistics = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/statistics/',
  operationID: 'readStatistics',
  allowsProjectTokens: true,
  tag: 'History',
  summary: "Read a monitor's statistics",
  description:
    'Counts and measures the runs that began in a span, in total and in equal parts. Only the newest ' +
    `${RUNS_READ_MAX.toLocaleString('en')} runs count.`,
  permission: 'read',
  params: monitorParams,
  query: z.object({
    from: spanFields.from.meta({
      description: `Only runs that began at or after this time, RFC 3339. Default: ${SPAN_DEFAULT_DAYS} days before \`to\`.`,
      example: '2026-10-22T00:00:00Z',
    }),
    to: spanFields.to,
    buckets: limitUpTo(BUCKETS_MAX)
      .default(BUCKETS_DEFAULT)
      .meta({ description: 'Number of parts.', example: BUCKETS_DEFAULT }),
  }),
  responses: success(200, 'The statistics.', { statistics }),
  errors: ['not_found', 'invalid'],
  async handle(request, parts) {
    const { query } = request;
    const monitor = await findMonitor(request, parts);
    const to = query.to ?? parts.clock.now();
    const span = checkSpan({ from: query.from ?? to - SPAN_DEFAULT_DAYS * DAY_MS, to });
    const counted = createStatistics({ ...span, buckets: query.buckets }, monitor.createdAt);
    const { truncated } = await readRunsWithin(parts.store, monitor, {
      ...span,
      take(runs) {
        for (const run of runs) counted.add(run);
        return true;
      },
      readMax: RUNS_READ_MAX,
    });
    const { buckets, startLagP50, startLagP95, ...rest } = counted.result();
    return respond(200, {
      statistics: {
        from: writeTime(span.from),
        to: writeTime(span.to),
        truncated,
        ...rest,
        ...inSeconds(rest),
        startLagP50: secondsOf(startLagP50),
        startLagP95: secondsOf(startLagP95),
        buckets: buckets.map((bucket) => ({ ...bucket, ...inSeconds(bucket), at: writeTime(bucket.at) })),
      },
    });
  },
});

export const STATISTICS_ENDPOINTS = [readStatistics];

function inSeconds({ durationP50, durationP95, durationMax }: Durations) {
  return {
    durationP50: secondsOf(durationP50),
    durationP95: secondsOf(durationP95),
    durationMax: secondsOf(durationMax),
  };
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : ms / 1000;
}
