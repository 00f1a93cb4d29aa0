import { RUN_STATES, type Run } from '@overdue/domain/run.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { pageOf, pageQuery, pageRangeOf } from '../../api/page.ts';
import { respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { monitorParams, nextCursor, timeOutput } from '../../api/schemas.ts';
import { writeTimeOrNull } from '../../api/times.ts';
import { findMonitor } from '../../monitors/find-monitor.ts';

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
  };
}
