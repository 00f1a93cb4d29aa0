import type { RouteConfig } from '@hono/zod-openapi';
import { STATUSES } from '@overdue/domain/monitor/state.ts';
import { z } from 'zod';
import { errorReference, success } from '../../api/responses.ts';
import { eventFields } from '../../api/schemas.ts';

/** Written by hand because the ping endpoints use bare node:http without schemas. */
const pingResult = {
  monitor: z.object({
    pingID: z.string().meta({ description: 'Ping ID from the path.', example: '7Jk2mQ9xWcV4nB8sL0pZtR' }),
    status: z.enum([...STATUSES, '']).meta({
      id: 'PingStatus',
      description: 'Status of the monitor right after this ping; empty while the database is unavailable.',
      example: 'up',
    }),
  }),
  event: z
    .object({
      number: z.int().meta({
        description:
          '1, 2, 3… per monitor, without gaps; 0 while the database is unavailable. The ping is then safe on disk and gets its number ' +
          'later.',
        example: 412,
      }),
      type: eventFields.type,
      duration: eventFields.duration,
      runID: z.string().meta({
        description:
          'The `rid` that was sent, or else an ID that Overdue generated. The job can send the ID generated for a start as `rid` from ' +
          'then on. While the database is unavailable, a closing ping without a `rid` gets the ID of a new run.',
        example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
      }),
      warnings: eventFields.warnings,
    })
    .meta({ id: 'PingEvent' }),
};

const pingID = z
  .string()
  .meta({ description: "The last part of the monitor's `pingURL`.", example: '7Jk2mQ9xWcV4nB8sL0pZtR' });
const exitStatus = z.int().min(0).max(255).meta({ description: "The job's exit status.", example: 0 });

const pingQuery = z.object({
  rid: z
    .string()
    .optional()
    .meta({
      description:
        'Any ID of this run, 1 to 128 visible ASCII characters. Ties the end of a run to its start. Without a `rid`, a closing ping ' +
        'pairs with the latest event, which gives wrong durations if runs overlap.',
      example: '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45',
    }),
  duration: z.string().optional().meta({
    description:
      "Duration of the run in seconds, measured by the job. Preferred over the service's own measurement.",
    example: '184.22',
  }),
  at: z
    .string()
    .optional()
    .meta({
      description:
        'When the reported event happened, if earlier than the ping: an RFC 3339 date-time, or seconds since 1970. At most 30 ' +
        'days ago and one minute ahead; other times are ignored with a warning. A report that arrives again with the same `rid` and time counts once.',
      example: '2026-11-22T02:00:00Z',
    }),
});

const FORMS = [
  [
    '',
    'Ping',
    'Reports a whole run, or an outcome in parameters that other services use: `state`, `status`, `s` or `exit_code` for the ' +
      'outcome, `msg`, `message` or `m` for the log, `series` for the `rid`. The event then has the type `start`, `end` or `fail`.',
    'ping',
  ],
  ['start/', 'Start', 'Reports the start of a run.', 'pingStart'],
  ['fail/', 'Fail', 'Reports that a run failed.', 'pingFail'],
  ['end/', 'End', 'Reports the end of a run.', 'pingEnd'],
  ['log/', 'Log', 'Records a message and changes nothing else.', 'pingLog'],
  [
    '{exitStatus}/',
    'Exit status',
    'Reports the end of a run: 0 as `end`, any other status as `fail`.',
    'pingExitStatus',
  ],
] as const;

const PARAMETERS_NOTE =
  ' An unknown or malformed parameter is ignored with a warning, and the ping still counts. A failure in the path or in a ' +
  'parameter always counts as a failure.';
const BODY_NOTE =
  " The body, of any type, is stored as the run's log, up to the limit in the header `Ping-Body-Limit`. `PUT` works the same " +
  'way. A form that contains an outcome or only known fields is read as parameters. Bodies with a `Content-Encoding` of `gzip`, `deflate` or ' +
  '`br` are stored decompressed.';

/** Content types of a log. Pings accept any type, but code generators skip operations whose only type is a wildcard. */
const LOG_CONTENT = {
  'text/plain': { schema: { type: 'string' }, example: 'saved 1289 files' },
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
} as const;

export const PING_ROUTES: readonly RouteConfig[] = FORMS.flatMap(
  ([suffix, summary, description, operationID]) => {
    const params = suffix === '{exitStatus}/' ? z.object({ pingID, exitStatus }) : z.object({ pingID });
    const route = {
      path: `/ping/{pingID}/${suffix}`,
      tags: ['Pings'],
      security: [],
      request: { params, query: pingQuery },
      responses: {
        ...success(
          200,
          'The ping is safe on disk: recorded, or kept until the database is available again.',
          pingResult,
        ),
        ...Object.fromEntries(
          (['not_found', 'rate_limited', 'internal', 'unavailable'] as const).map(errorReference),
        ),
      },
    };
    return [
      {
        ...route,
        method: 'get',
        summary,
        operationId: operationID,
        description: description + PARAMETERS_NOTE,
      },
      {
        ...route,
        method: 'post',
        summary: `${summary}, with a log`,
        operationId: `${operationID}WithLog`,
        description: description + PARAMETERS_NOTE + BODY_NOTE,
        request: {
          ...route.request,
          body: { content: LOG_CONTENT },
        },
      },
    ] satisfies readonly RouteConfig[];
  },
);
