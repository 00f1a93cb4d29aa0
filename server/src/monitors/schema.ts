import { MONITOR_KINDS } from '@overdue/domain/checks/check-result.ts';
import type { OpenIncident } from '@overdue/domain/incidents/incident.ts';
import { currentSnooze } from '@overdue/domain/incidents/snooze.ts';
import { PING_NOTICE_KINDS } from '@overdue/domain/ping/ping-notice.ts';
import { SCHEDULE_TYPES } from '@overdue/domain/schedule/schedule.ts';
import { z } from 'zod';
import { revision } from '../api/precondition.ts';
import { status, timeOutput } from '../api/schemas.ts';
import { writeTimeOrNull } from '../api/times.ts';
import { monitorAlertingFields } from '../projects/alert-settings.ts';
import { detailOutput } from './settings/detail-fields.ts';
import { ruleOutput } from './settings/rule-fields.ts';

/** Acknowledgement of an incident, also shown on the monitor that is down. */
export const acknowledgementFields = {
  acknowledgedAt: timeOutput(
    'When a member acknowledged the incident; null if none has.',
    '2026-11-20T01:20:31.005Z',
  ).nullable(),
  acknowledgedBy: z.string().nullable().meta({
    description: 'Name, or else email, of the member who acknowledged the incident; null if none has.',
    example: 'Ann Example',
  }),
};

/** Snooze of an incident, also shown on the monitor that is down. */
export const snoozeFields = {
  snoozedUntil: timeOutput(
    'Time until which a member has postponed reminders and escalation; null if no snooze is in force.',
  )
    .nullable()
    .meta({ example: null }),
  snoozedBy: z.string().nullable().meta({
    description:
      'Name, or else email, of the member who snoozed the incident; null if no snooze is in force.',
    example: null,
  }),
};

export function writeSnooze(incident: OpenIncident, now: number) {
  const snooze = currentSnooze({ closedAt: null, ...incident }, now);
  return { snoozedUntil: writeTimeOrNull(snooze?.until ?? null), snoozedBy: snooze?.by ?? null };
}

export const count = (description: string, example: number) => z.int().meta({ description, example });

export const monitorUsage = z.object({
  used: count('Monitors of the team.', 425),
  allowance: count('Maximum number of monitors.', 1000),
  remaining: count('Monitors that the team may still create.', 575),
});

export const schedule = z
  .object({
    type: z
      .enum(SCHEDULE_TYPES)
      .meta({ description: 'Which of `interval`, `cron` and `onCalendar` applies.', example: 'cron' }),
    interval: z.number().meta({
      description: 'Seconds between runs; 0 unless the type is `interval`.',
      example: 0,
    }),
    cron: z.string().meta({
      description: 'The cron expression; empty unless the type is `cron`.',
      example: '0 2 * * 1-5',
    }),
    onCalendar: z.string().meta({
      description:
        "Expressions for systemd's `OnCalendar=`, one per line; empty unless the type is `oncalendar`.",
      example: '',
    }),
    timezone: z.string().meta({
      description: 'IANA time zone of the expression.',
      example: 'Europe/Riga',
    }),
    graceDuration: z.number().meta({
      description: 'Grace period: seconds that a report may be late.',
      example: 3600,
    }),
    summary: z.string().meta({
      description: 'The schedule in English.',
      example: 'At 02:00, Monday through Friday (Europe/Riga)',
    }),
  })
  .meta({ id: 'Schedule' });

const pingNotice = z
  .object({
    kind: z.enum(PING_NOTICE_KINDS).meta({
      description:
        '`warning`: pings counted, but parts of them were ignored. `unknown_call`: a path after the ping URL has no meaning, so ' +
        'nothing was recorded.',
      example: 'warning',
    }),
    message: z.string().meta({
      description: 'Problem of the latest request, in English.',
      example: 'Unknown parameters were ignored: staus.',
    }),
    count: z.int().meta({ description: 'Number of such requests.', example: 3 }),
    firstAt: timeOutput('Time of the first request.', '2026-11-18T00:00:04.512Z'),
    lastAt: timeOutput('Time of the latest request.', '2026-11-20T00:00:04.512Z'),
    remoteAddress: z.string().meta({ description: 'Address of the latest request.', example: '192.0.2.17' }),
  })
  .meta({ id: 'PingNotice' });

const openIncident = z
  .object({
    incidentID: z.string().meta({
      description: 'Identifies the incident in this API.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    ...acknowledgementFields,
    ...snoozeFields,
  })
  .meta({ id: 'OpenIncident', description: 'Open incident of a monitor that is down; null otherwise.' });

export const MONITOR_READ_ONLY = ['shortID', 'pingURL', 'createdAt'] as const;
/** Read-only fields that change without an edit. An edit ignores these fields. */
export const MONITOR_VOLATILE = [
  'status',
  'explanation',
  'lastPingAt',
  'nextExpectedAt',
  'deadlineAt',
  'running',
  'failureStreak',
  'downSince',
  'incident',
  'lastFailureAt',
  'maintenance',
  'notices',
] as const;

export const monitor = z
  .object({
    shortID: z.string().meta({ description: 'Identifies the monitor in this API.', example: 'k3v9x2mq7d' }),
    name: z.string().meta({ description: 'Display name.', example: 'pg-dump prod' }),
    kind: z.enum(MONITOR_KINDS).meta({
      description:
        '`cron`: a job that reports by pings, with any type of schedule. For all other kinds, Overdue checks the target in `url`.',
      example: 'cron',
    }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Target of the checks. Null for the kind `cron`.', example: null }),
    check: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'How the target is checked, with masked secrets. The fields depend on the kind, see `check` in `MonitorInput`. Null for the kind `cron`.',
      example: null,
    }),
    status,
    projectShortID: z.string().meta({ description: 'Project of the monitor.', example: 'p7w4nc2h9t' }),
    pingURL: z.string().meta({
      description:
        'URL that the job calls to report runs. Append `/start`, `/end` or `/fail`. The URL is a credential, so it is empty for ' +
        'read-only access.',
      example: 'https://overdue.example.com/ping/7Jk2mQ9xWcV4nB8sL0pZtR',
    }),
    schedule,
    ...ruleOutput,
    lastPingAt: z.string().meta({
      description: 'Time of the last ping, RFC 3339 in UTC; empty before the first.',
      example: '2026-11-20T00:00:04.512Z',
    }),
    createdAt: timeOutput('Creation time.', '2026-11-02T09:14:07.330Z'),
    explanation: z.string().meta({
      description: 'Why the monitor has its status and what comes next, in English.',
      example: 'Up. Next run expected on 23 Nov at 02:00 (Europe/Riga), counts as missed after 23 Nov 03:00.',
    }),
    ...detailOutput(),
    paused: z.boolean().meta({
      description: 'Whether the monitor is paused: pings are recorded but not evaluated.',
      example: false,
    }),
    nextExpectedAt: timeOutput(
      'When the next run is expected; null if none is.',
      '2026-11-23T00:00:00.000Z',
    ).nullable(),
    deadlineAt: timeOutput(
      'When the expected run counts as missed; null if none is expected.',
      '2026-11-23T01:00:00.000Z',
    ).nullable(),
    running: z.int().meta({ description: 'Number of open runs: started but not ended.', example: 0 }),
    failureStreak: z.int().meta({ description: 'Failed, timed-out or missed runs in a row.', example: 0 }),
    downSince: timeOutput('When the monitor went down; null if no incident is open.')
      .nullable()
      .meta({ example: null }),
    incident: openIncident.nullable().meta({ example: null }),
    lastFailureAt: timeOutput(
      'When a run last failed, timed out or was missed; null if none has since the monitor was created or resumed.',
      '2026-11-20T01:00:00.000Z',
    ).nullable(),
    ...monitorAlertingFields,
    maintenance: z.boolean().meta({
      description: 'Whether the monitor is in a maintenance window now: evaluated, but its alerts are held.',
      example: false,
    }),
    notices: z.array(pingNotice).meta({
      description:
        'Problems with requests to the ping URL, at most one notice of each kind. A notice disappears when it is dismissed, or 30 ' +
        'days after its latest request.',
      example: [],
    }),
    revision,
  })
  .meta({ id: 'Monitor' });

/** Settings that a monitor has, but that no list shows. */
const UNLISTED = {
  check: true,
  pingFilter: true,
  slug: true,
  forwardTo: true,
  notices: true,
} as const;

export const monitorRow = monitor.omit(UNLISTED).meta({
  id: 'MonitorRow',
  description: 'A monitor without the settings that no list shows.',
});
