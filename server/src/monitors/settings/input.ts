import { MONITOR_KINDS } from '@overdue/domain/checks/check-result.ts';
import { DURATION_SECONDS_MAX } from '@overdue/domain/duration.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { chooseSlug, type EmptySlug } from '@overdue/domain/ping/slug.ts';
import { ON_CALENDAR_LENGTH_MAX, ON_CALENDAR_LINES_MAX } from '@overdue/domain/schedule/on-calendar.ts';
import {
  INTERVAL_SECONDS_MIN,
  mergeSchedule,
  parseSchedule,
  type ScheduleResult,
} from '@overdue/domain/schedule/parse-schedule.ts';
import { SCHEDULE_TYPES, type Schedule } from '@overdue/domain/schedule/schedule.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { z } from 'zod';
import { invalidInputError } from '../../api/problems.ts';
import { EDIT_DESCRIPTION, readOnly } from '../../api/read-only.ts';
import { singleLineText } from '../../api/schemas.ts';
import type { MonitorDetails } from '../../database/records.ts';
import { editedMonitorAlerting, monitorAlertingInput } from '../../projects/alert-settings.ts';
import { MONITOR_READ_ONLY, MONITOR_VOLATILE, monitor, schedule } from '../schema.ts';
import { detailEdit, detailInput, editDetails } from './detail-fields.ts';
import { editedRuleFields, newRuleFields, ruleEdit, ruleInput } from './rule-fields.ts';

const scheduleFields = z.strictObject({
  type: z.enum(SCHEDULE_TYPES).optional().meta({
    description: 'Default: the type whose field is given.',
    example: 'cron',
  }),
  interval: z
    .number()
    .optional()
    .meta({
      // No example, because a schedule has only one of `interval`, `cron` and `onCalendar`.
      description: `Seconds between runs, ${INTERVAL_SECONDS_MIN} to ${DURATION_SECONDS_MAX}. Default: one day.`,
    }),
  cron: z.string().max(1000).optional().meta({
    description:
      "Five fields as in Debian's cron, or six with seconds first. Also `@daily` and similar, `L`, `LW`, `5L` and `MON#2`.",
    example: '0 2 * * 1-5',
  }),
  onCalendar: z
    .string()
    .max(ON_CALENDAR_LENGTH_MAX)
    .optional()
    .meta({
      description: `Expressions as in systemd's \`OnCalendar=\`, like \`Mon..Fri 02:00\`: one per line, at most ${ON_CALENDAR_LINES_MAX}. A time zone at the end of a line applies to that line.`,
    }),
  timezone: z
    .string()
    .optional()
    .meta({ description: 'IANA time zone. Default: UTC.', example: 'Europe/Riga' }),
  graceDuration: z
    .number()
    .optional()
    .meta({
      description: `Grace period: seconds that a report may be late, 0 to ${DURATION_SECONDS_MAX}. Default: one hour.`,
      example: 3600,
    }),
});

const SCHEDULE_EXAMPLE = { cron: '0 2 * * 1-5', timezone: 'Europe/Riga', graceDuration: 3600 };

/** A complete schedule. Omitted fields take their default. */
export const newSchedule = scheduleFields
  .transform((input, context): Schedule => {
    const result = parseSchedule(input);
    if (result.ok) return result.schedule;
    for (const { path, message } of result.problems)
      context.addIssue({ code: 'custom', path: [path], message });
    return z.NEVER;
  })
  .meta({ id: 'ScheduleInput', example: SCHEDULE_EXAMPLE });

const editedSchedule = scheduleFields.extend(readOnly(schedule.shape, ['summary'])).meta({
  id: 'ScheduleEdit',
  description: 'Omitted fields keep their value. Sending the field of another type changes the type.',
  example: { graceDuration: 1800 },
});

const url = z
  .string()
  .nullable()
  .meta({
    description:
      'Target of the checks: `https://…`, `tcp://host:port`, `tls://host[:port]`, `dns://name` or `domain://name`, as the kind says. ' +
      'Null for the kind `cron`.',
    example: null,
  });

const check = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({
    description:
      'How the target is checked. The fields depend on the kind: see the schemas `HTTPCheck`, `TCPCheck`, `TLSCheck`, `DNSCheck` and ' +
      '`DomainCheck`. Null for the kind `cron`.',
    example: null,
  });

const settings = {
  kind: z.enum(MONITOR_KINDS).meta({
    description:
      '`cron`: a job that reports by pings. For all other kinds, Overdue checks the target in `url`.',
    example: 'cron',
  }),
  paused: z.boolean().meta({
    description: 'Whether the monitor is paused: pings are recorded but not evaluated.',
    example: false,
  }),
};
const name = singleLineText(1, NAME_LENGTH_MAX).meta({
  description: 'Display name.',
  example: 'pg-dump prod',
});

const foreignPingID = z
  .string()
  .refine((id) => normalizePingID(id) !== null, 'This must be 6 to 64 characters of A-Z, a-z, 0-9, _ and -.')
  .meta({
    description:
      "Keeps the ping ID of a monitor that moves here from another service. The ping ID is a credential: leave it out to get one that can't be guessed.",
    pattern: '^[A-Za-z0-9_-]{6,64}$',
  });

const project = (description: string) => z.string().optional().meta({ description, example: 'p7w4nc2h9t' });

export const createMonitorBody = z
  .strictObject({
    name,
    projectShortID: project("Project of the monitor. Default: the team's default project."),
    kind: settings.kind.default('cron'),
    url: url.optional(),
    check: check.optional(),
    schedule: newSchedule.optional(),
    ...ruleInput,
    ...detailInput(),
    paused: settings.paused.default(false),
    pingID: foreignPingID.optional(),
    ...monitorAlertingInput,
  })
  .meta({ id: 'MonitorInput' });

export const editMonitorBody = z
  .strictObject({
    ...z.object({ name, ...settings, url, check }).partial().shape,
    ...ruleEdit,
    ...detailEdit(),
    projectShortID: project('Project to move the monitor to.'),
    schedule: editedSchedule.optional(),
    ...monitorAlertingInput,
    ...readOnly(monitor.shape, [...MONITOR_READ_ONLY, ...MONITOR_VOLATILE, 'revision']),
  })
  .meta({
    id: 'MonitorEdit',
    description: EDIT_DESCRIPTION,
  });

export type CreateMonitor = z.output<typeof createMonitorBody>;
export type EditMonitor = z.output<typeof editMonitorBody>;

export function newRules(input: CreateMonitor): MonitorRules {
  return {
    kind: input.kind,
    schedule: input.schedule ?? requireSchedule(parseSchedule({})),
    ...newRuleFields(input),
  };
}

export function editedRules(rules: MonitorRules, input: EditMonitor): MonitorRules {
  const { schedule } = input;
  return {
    kind: rules.kind,
    schedule:
      schedule === undefined
        ? rules.schedule
        : requireSchedule(parseSchedule(mergeSchedule(rules.schedule, schedule))),
    ...editedRuleFields(rules, input),
  };
}

export function editedDetails(
  details: MonitorDetails,
  input: EditMonitor,
  {
    shortID,
    projectID,
    emptySlug = 'derived',
  }: { readonly shortID: string; readonly projectID: number; readonly emptySlug?: EmptySlug },
): MonitorDetails {
  const name = input.name ?? details.name;
  const { slug, ...others } = editDetails(details, input);
  return {
    name,
    // A monitor without a slug gets one only if the request asks for it.
    slug: input.slug === undefined ? slug : chooseSlug({ name, slug }, { shortID, emptySlug }),
    ...others,
    url: details.url,
    sealedCheck: details.sealedCheck,
    projectID,
    alerting: editedMonitorAlerting(details.alerting, input),
  };
}

function requireSchedule(result: ScheduleResult): Schedule {
  if (result.ok) return result.schedule;
  throw invalidInputError(
    result.problems.map(({ path, message }) => ({ path: `schedule.${path}`, message })),
  );
}
