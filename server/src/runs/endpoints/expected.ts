import { GAP_MS_MAX } from '@overdue/domain/schedule/expected-spans.ts';
import { DAY_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { invalidInputError } from '../../api/problems.ts';
import { respondPieces } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { searchText, timeInput, timeOutput } from '../../api/schemas.ts';
import { SPANS_MAX, USUAL_RUNS } from './expected-list.ts';
import { checkSpan } from './run-span.ts';

const SPAN_DAYS_MAX = 8;
const FILTER_LENGTH_MAX = 200;

const expectedRuns = z
  .object({
    shortID: z.string().meta({ description: '`shortID` of the monitor.', example: 'k3v9x2mq7d' }),
    usualDuration: z
      .number()
      .nullable()
      .meta({
        description: `Median duration of the successful runs among the last ${USUAL_RUNS} runs, in seconds; null if none was measured.`,
        example: 181.4,
      }),
    spans: z
      .array(
        z
          .object({
            firstAt: timeOutput('First expected run.', '2026-11-22T00:00:00.000Z'),
            lastAt: timeOutput(
              'Last expected run; equal to the first for a single run.',
              '2026-11-22T00:00:00.000Z',
            ),
          })
          .meta({ id: 'ExpectedSpan' }),
      )
      .meta({
        description: `Expected runs, oldest first. Runs at most ${GAP_MS_MAX / MINUTE_MS} minutes apart are one span.`,
      }),
  })
  .meta({ id: 'ExpectedRuns' });

const listExpectedRuns = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/runs/expected/',
  operationID: 'listExpectedRuns',
  allowsProjectTokens: true,
  tag: 'History',
  summary: 'List expected runs',
  description:
    'When each job is expected to run, and how long it usually takes. Leaves out monitors that expect no run in the span, and paused ones. ' +
    `Once the response has ${SPANS_MAX.toLocaleString('en')} spans, each further monitor gets a single span from its first to its last run.`,
  permission: 'read',
  query: z.object({
    from: timeInput.optional().meta({
      description: 'Start, RFC 3339. Default, and earliest: now.',
      example: '2026-11-21T18:00:00Z',
    }),
    to: timeInput.optional().meta({
      description: `End, RFC 3339, at most ${SPAN_DAYS_MAX} days later. Default: a day later.`,
      example: '2026-11-22T09:00:00Z',
    }),
    project: searchText(1, FILTER_LENGTH_MAX).optional().meta({
      description: 'Only monitors of the project with this `shortID`.',
      example: 'p7w4nc2h9t',
    }),
    tag: searchText(1, FILTER_LENGTH_MAX)
      .optional()
      .meta({ description: 'Only monitors with this tag.', example: 'prod' }),
  }),
  responses: success(200, 'The expected runs by monitor, oldest monitor first.', {
    expected: z.array(expectedRuns),
  }),
  errors: ['invalid'],
  async handle({ access, query, context }, { clock, expectedLists, writeExpectedList }) {
    const from = Math.max(clock.now(), query.from ?? 0);
    const span = checkSpan({ from, to: query.to ?? from + DAY_MS });
    if (span.to - span.from > SPAN_DAYS_MAX * DAY_MS)
      throw invalidInputError([
        { path: 'to', message: `This must be at most ${SPAN_DAYS_MAX} days after the start.` },
      ]);
    const filter = {
      ...(access.projects === null ? {} : { projects: access.projects }),
      ...(query.project === undefined ? {} : { projectShortID: query.project }),
      ...(query.tag === undefined ? {} : { tag: query.tag }),
    };
    const pieces = await expectedLists.run({
      teamID: access.teamID,
      // The key omits the current time, because requests at different times could otherwise never share a result.
      key: JSON.stringify([query, access.projects]),
      signal: context.req.raw.signal,
      compute: (signal) => writeExpectedList({ teamID: access.teamID, filter, span, signal }),
    });
    return respondPieces(pieces, {});
  },
});

export const EXPECTED_RUN_ENDPOINTS = [listExpectedRuns];
