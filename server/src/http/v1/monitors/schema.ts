import { z } from 'zod';
import { PING_NOTICE_KINDS } from '../../../domain/ping/ping-notice.ts';
import { revision } from '../api/precondition.ts';
import { status, time } from '../api/schemas.ts';
import { monitorAlertingFields } from './alert-settings.ts';

export const schedule = z
  .object({
    type: z
      .enum(['interval', 'cron'])
      .meta({ description: 'Which of `interval` and `cron` holds.', example: 'cron' }),
    interval: z.number().meta({
      description: 'Seconds from one run to the next; 0 when the type is `cron`.',
      example: 0,
    }),
    cron: z.string().meta({
      description: 'The cron expression; empty when the type is `interval`.',
      example: '0 2 * * 1-5',
    }),
    timezone: z.string().meta({
      description: 'IANA name of the time zone that the expression is read in.',
      example: 'Europe/Riga',
    }),
    graceDuration: z.number().meta({
      description: 'Seconds that a report may come after it was expected.',
      example: 3600,
    }),
    summary: z.string().meta({
      description: 'The schedule in English.',
      example: 'At 02:00, Monday through Friday (Europe/Riga)',
    }),
  })
  .meta({ id: 'Schedule' });

const notice = z
  .object({
    kind: z.enum(PING_NOTICE_KINDS).meta({
      description:
        '`warning`: pings counted, but not all of them was understood. `unknown_call`: a path after the ping URL has no meaning, ' +
        'and nothing was recorded.',
      example: 'warning',
    }),
    message: z.string().meta({
      description: 'What was wrong with the latest request, in English.',
      example: 'Unknown parameters were ignored: staus.',
    }),
    count: z.int().meta({ description: 'Number of such requests.', example: 3 }),
    firstAt: time('Time of the first one.', '2026-11-18T00:00:04.512Z'),
    lastAt: time('Time of the latest one.', '2026-11-20T00:00:04.512Z'),
    remoteAddress: z.string().meta({ description: 'Sender of the latest one.', example: '192.0.2.17' }),
  })
  .meta({ id: 'PingNotice' });
/** Fields that an edit may not change. */
export const MONITOR_READ_ONLY = ['shortID', 'url', 'pingURL', 'createdAt'] as const;
/** Fields that change by themselves: an edit ignores them. */
export const MONITOR_VOLATILE = [
  'status',
  'explanation',
  'lastPingAt',
  'nextExpectedAt',
  'deadlineAt',
  'running',
  'failureStreak',
  'downSince',
  'lastFailureAt',
  'maintenance',
  'notices',
] as const;

export const monitor = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the monitor in this API.', example: 'k3v9x2mq7d' }),
    name: z.string().meta({ description: 'Display name.', example: 'pg-dump prod' }),
    kind: z
      .literal('cron')
      .meta({ description: 'A job that reports by pings, whatever the type of its schedule.' }),
    url: z.string().nullable().meta({ description: 'Null for a monitor of the kind `cron`.', example: null }),
    status,
    projectShortID: z
      .string()
      .meta({ description: 'The project that it belongs to.', example: 'p7w4nc2h9t' }),
    pingURL: z.string().meta({
      description:
        'The URL that the job calls to report runs. Append `/start`, `/end` or `/fail`. It is a credential, so it is empty for ' +
        'those who may only read.',
      example: 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR',
    }),
    schedule,
    alertAfterFailures: z.int().meta({
      description: 'Failures in a row after which the monitor is down and an alert is raised.',
      example: 1,
    }),
    lastPingAt: z.string().meta({
      description: 'When the last ping came, RFC 3339 in UTC; empty until the first.',
      example: '2026-11-20T00:00:04.512Z',
    }),
    createdAt: time('When it was created.', '2026-11-02T09:14:07.330Z'),
    explanation: z.string().meta({
      description: 'Why it has its status and what comes next, in English.',
      example: 'Up. Next run expected on 23 Nov at 02:00 (Europe/Riga), counts as missed after 23 Nov 03:00.',
    }),
    description: z
      .string()
      .meta({ example: 'Nightly dump of the production database. Runbook: wiki/pg-dump.' }),
    tags: z.array(z.string()).meta({ example: ['prod', 'db'] }),
    paused: z
      .boolean()
      .meta({ description: 'Pings are recorded, nothing is awaited, no alert.', example: false }),
    nextExpectedAt: time(
      'When the next run is expected; null when none is.',
      '2026-11-23T00:00:00.000Z',
    ).nullable(),
    deadlineAt: time(
      'After this, the awaited run counts as missed; null when none is awaited.',
      '2026-11-23T01:00:00.000Z',
    ).nullable(),
    running: z.int().meta({ description: 'Runs that have started and not ended.', example: 0 }),
    failureStreak: z
      .int()
      .meta({ description: 'Failures in a row: failed, timed out or missed runs.', example: 0 }),
    downSince: time('When it went down; null while no incident is open.').nullable().meta({ example: null }),
    lastFailureAt: time(
      'When a run last failed, timed out or was missed; null when none has since it was created or resumed.',
      '2026-11-20T01:00:00.000Z',
    ).nullable(),
    maxRunDuration: z.number().meta({
      description: 'Seconds that a run may stay open. The default is the larger of the grace and one hour.',
      example: 3600,
    }),
    recoverAfterSuccesses: z.int().meta({
      description: 'Successes in a row after which a monitor that is down is up again.',
      example: 1,
    }),
    ...monitorAlertingFields,
    maintenance: z.boolean().meta({
      description: 'It is in a maintenance window now: judged, and nobody is told.',
      example: false,
    }),
    notices: z.array(notice).meta({
      description:
        'Requests to the ping URL that somebody should look at, at most one notice of each kind. A notice goes away when it is ' +
        'dismissed, or 30 days after its latest request.',
      example: [],
    }),
    revision,
  })
  .meta({ id: 'Monitor' });
