import { RUN_STATES, type Run } from '@overdue/domain/monitor/run.ts';
import { z } from 'zod';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery, pageRangeOf } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { limitUpTo, nextCursor, shortIDsUpTo, timeOutput } from '../../api/schemas.ts';
import { writeTimeOrNull } from '../../api/times.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { findMonitor, monitorParams, monitorsWithin } from '../../monitors/find-monitor.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';
import { checkResult, writeCheckResult } from './check-schema.ts';
import { checkSpan, newestRunsWithin, type Span, spanFields, truncated } from './run-span.ts';

const eventNumber = (description: string, example: number) =>
  z.int().nullable().meta({ description, example });

export const run = z
  .object({
    runID: z.string().meta({
      description: 'The `rid` that the job sent, or else an ID that Overdue generated.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    state: z.enum(RUN_STATES).meta({
      description:
        '`running`: started, not ended. `succeeded` and `failed`: as the job reported. `timed_out`: open for longer than ' +
        '`maxRunDuration`. `missed`: expected, but not reported by the deadline. `unknown`: the service could not see pings.',
      example: 'succeeded',
    }),
    expectedAt: timeOutput(
      'When the schedule expected the run; null for a run outside the schedule.',
      '2026-11-20T00:00:00.000Z',
    ).nullable(),
    startedAt: timeOutput(
      'When the start was reported; null if it was not.',
      '2026-11-20T00:00:04.512Z',
    ).nullable(),
    endedAt: timeOutput(
      'When the end was reported; null if it was not.',
      '2026-11-20T00:03:08.732Z',
    ).nullable(),
    duration: z.number().nullable().meta({ description: 'Seconds; null if not measured.', example: 184.22 }),
    late: z.boolean().meta({
      description: 'Whether the job reported after the deadline, or the run ended after its time limit.',
      example: false,
    }),
    startEvent: eventNumber('Number of the event that started the run.', 411),
    endEvent: eventNumber('Number of the event that ended the run.', 412),
    check: checkResult.nullable().meta({ example: null }),
  })
  .meta({
    id: 'Run',
    description: 'One execution of the job, or an expected execution that did not happen.',
  });

const listRuns = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/monitors/{shortID}/runs/',
  operationID: 'listRuns',
  allowsProjectTokens: true,
  tag: 'History',
  summary: "List a monitor's runs",
  description:
    'One entry for each expected run and for each run outside the schedule. Newest first, sorted by when they became ' +
    'known.',
  permission: 'read',
  params: monitorParams,
  query: pageQuery,
  responses: success(200, 'The runs.', { runs: z.array(run), nextCursor }),
  errors: ['not_found', 'invalid'],
  async handle(request, parts) {
    const { id } = await findMonitor(request, parts);
    const runs = await parts.store.listRuns(id, pageRangeOf('runs', request.query));
    const page = pageOf('runs', { rows: runs, limit: request.query.limit, position: ({ seq }) => seq });
    return respond(200, { runs: page.rows.map(writeRun), nextCursor: page.nextCursor });
  },
});

export const RUN_ENDPOINTS = [listRuns];

export function writeRun(record: Run) {
  return {
    runID: record.runID,
    state: record.state,
    expectedAt: writeTimeOrNull(record.expectedAt),
    startedAt: writeTimeOrNull(record.startedAt),
    endedAt: writeTimeOrNull(record.endedAt),
    duration: record.durationMs === null ? null : record.durationMs / 1000,
    late: record.late,
    startEvent: record.startEvent,
    endEvent: record.endEvent,
    check: record.check === null ? null : writeCheckResult(record.check),
  };
}

const MONITORS_MAX = 200;
const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 30;
/** Limits for requests with `from`: runs returned per monitor, and rows read to find these runs. */
const RUNS_WITHIN_MAX = 500;
const RUNS_READ_MAX = 10_000;
/** Monitors per query. Kept small so that pings don't wait long. */
const CHUNK = 10;

const runsOfMonitor = z
  .object({
    shortID: z.string().meta({ description: '`shortID` of the monitor.', example: 'k3v9x2mq7d' }),
    truncated,
    runs: z.array(run).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'MonitorRuns' });

type RunPage = { readonly runs: readonly Run[]; readonly truncated: boolean };

const listRunsOfMonitors = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/runs/',
  operationID: 'listRunsOfMonitors',
  allowsProjectTokens: true,
  tag: 'History',
  summary: 'List the runs of many monitors',
  description:
    'The newest runs of each monitor. With `from`, the runs that took place at least partly within a span, up to ' +
    `${RUNS_WITHIN_MAX} per monitor. Unknown and deleted monitors are left out.`,
  permission: 'read',
  query: z.object({
    monitors: shortIDsUpTo(MONITORS_MAX).meta({
      description: `The \`shortID\`s of 1 to ${MONITORS_MAX} monitors, joined by commas.`,
      example: 'k3v9x2mq7d,f8w2nc5h9t',
    }),
    limit: limitUpTo(LIMIT_MAX).default(LIMIT_DEFAULT).meta({
      description: 'Maximum runs per monitor, without `from`.',
      example: LIMIT_DEFAULT,
    }),
    ...spanFields,
  }),
  responses: success(200, 'The runs of each monitor, in the order of the request.', {
    runs: z.array(runsOfMonitor),
  }),
  errors: ['invalid'],
  async handle({ access, query }, parts) {
    const monitors = await monitorsWithin(access, { shortIDs: query.monitors }, parts);
    const runsByMonitor =
      query.from === undefined
        ? await newest(monitors, query.limit, parts)
        : await listRunsWithin(
            monitors,
            checkSpan({ from: query.from, to: query.to ?? parts.clock.now() }),
            parts,
          );
    const byShortID = new Map(monitors.map((monitor) => [monitor.shortID, runsByMonitor.get(monitor.id)]));
    return respond(200, {
      runs: query.monitors
        .filter((shortID) => byShortID.has(shortID))
        .map((shortID) => {
          const { runs = [], truncated = false } = byShortID.get(shortID) ?? {};
          return { shortID, truncated, runs: runs.map(writeRun) };
        }),
    });
  },
});

export const TEAM_RUN_ENDPOINTS = [listRunsOfMonitors];

async function newest(
  monitors: readonly MonitorRecord[],
  limit: number,
  { store }: V1Parts,
): Promise<ReadonlyMap<number, RunPage>> {
  const runsByMonitor = new Map<number, RunPage>();
  for (let start = 0; start < monitors.length; start += CHUNK) {
    const ids = monitors.slice(start, start + CHUNK).map(({ id }) => id);
    // Reads one extra run to know whether more runs follow.
    for (const [id, runs] of await store.listNewestRuns(ids, limit + 1))
      runsByMonitor.set(id, { runs: runs.slice(0, limit), truncated: runs.length > limit });
    await yieldToPings();
  }
  return runsByMonitor;
}

async function listRunsWithin(
  monitors: readonly MonitorRecord[],
  span: Span,
  { store }: V1Parts,
): Promise<ReadonlyMap<number, RunPage>> {
  const bounds = { span, max: RUNS_WITHIN_MAX, readMax: RUNS_READ_MAX };
  const runsByMonitor = new Map<number, RunPage>();
  for (let start = 0; start < monitors.length; start += CHUNK) {
    const chunk = monitors.slice(start, start + CHUNK);
    await Promise.all(
      chunk.map(async (monitor) => {
        runsByMonitor.set(monitor.id, await newestRunsWithin(store, monitor, bounds));
      }),
    );
  }
  return runsByMonitor;
}
