import type { RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import { STATUSES } from '../../../domain/monitor.ts';
import { eventFields } from '../api/schemas.ts';
import { errorReference, success } from './documentation.ts';

/**
 * The ping endpoints as the document describes them. They are answered elsewhere, on bare node:http, since a body of any type
 * and size must count as a ping.
 */
const pingResult = {
  monitor: z.object({
    pingID: z.string().meta({ description: 'As in the path.', example: '7Jk2mQ9xWcV4nB8sL0pZtR' }),
    status: z.enum([...STATUSES, '']).meta({
      id: 'PingStatus',
      description: 'Of the monitor, right after this ping; empty while the database is away.',
      example: 'up',
    }),
  }),
  event: z
    .object({
      number: z.int().meta({
        description:
          '1, 2, 3… per monitor, without a gap; 0 while the database is away: the ping is safe, and gets its number when the ' +
          'database is back.',
        example: 412,
      }),
      type: eventFields.type,
      duration: eventFields.duration,
      runID: z.string().meta({
        description:
          'The `rid` that was sent, else the ID that the service gave the run: a start tells a `rid` to go on with. Without a ' +
          '`rid` and while the database is away, a closing ping is told an ID that only a new run of its own would get.',
        example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
      }),
      warnings: eventFields.warnings,
    })
    .meta({ id: 'PingEvent' }),
};

const pingID = z
  .string()
  .meta({ description: "From the monitor's `pingURL`.", example: '7Jk2mQ9xWcV4nB8sL0pZtR' });
const exitStatus = z.int().min(0).max(255).meta({ description: "The job's exit status.", example: 0 });

const pingQuery = z.object({
  rid: z
    .string()
    .optional()
    .meta({
      description:
        'Any ID of this run, 1 to 128 visible ASCII characters. Ties the end of a run to its start; without it, a closing ping ' +
        'pairs with whichever event came last, which measures wrongly when runs overlap.',
      example: '4f6dd1e2-8c0e-4a6b-9a53-0e7d1b2c3f45',
    }),
  duration: z.string().optional().meta({
    description:
      "Seconds that the run took, measured by the job. Preferred over the service's own measurement.",
    example: '184.22',
  }),
});

const FORMS = [
  [
    '',
    'Ping',
    'Reports a run as a whole, or what the parameters of another service say: `state`, `status`, `s` or `exit_code` for the ' +
      'outcome, `msg`, `message` or `m` for the log, `series` for the `rid`. The event then has the type `start`, `end` or `fail`.',
    'ping',
  ],
  ['start/', 'Start', 'Reports the start of a run.', 'pingStart'],
  ['fail/', 'Fail', 'Reports that a run failed.', 'pingFail'],
  ['end/', 'End', 'Reports the end of a run.', 'pingEnd'],
  ['log/', 'Log', 'Records a message. Changes nothing else.', 'pingLog'],
  [
    '{exitStatus}/',
    'Exit status',
    'Reports the end of a run: 0 as `end`, any other as `fail`.',
    'pingExitStatus',
  ],
] as const;

const PARAMETERS_NOTE =
  ' A parameter that is unknown or makes no sense is ignored with a warning: the ping counts. A failure in the path or in a ' +
  'parameter always counts as a failure.';
const BODY_NOTE =
  " The body, of any type, is kept as the run's log, up to the limit that the header `Ping-Body-Limit` tells. `PUT` " +
  'does the same. A form whose fields report something is read as parameters. Bodies with a `Content-Encoding` of `gzip`, `deflate` or ' +
  '`br` are kept decompressed.';

/**
 * Content types of a log. A ping takes any type; these are named because code generators leave out operations whose only type is
 * a wildcard.
 */
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
        ...success(200, 'On disk: recorded, or kept until the database is back.', pingResult),
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
