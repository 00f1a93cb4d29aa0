import { z } from 'zod';
import { DURATION_SECONDS_MAX, toMs } from '../../../domain/duration.ts';
import { maxRunMs as maxRunMsInForce, type Rules } from '../../../domain/monitor.ts';
import { pingKey } from '../../../domain/ping/ping.ts';
import {
  parseSchedule,
  type ScheduleInput,
  type ScheduleResult,
} from '../../../domain/schedule/parse-schedule.ts';
import type { Schedule } from '../../../domain/schedule/schedule.ts';
import type { MonitorDetails } from '../../../store/records.ts';
import { invalid } from '../api/problems.ts';
import { EDIT_DESCRIPTION, readOnly } from '../api/read-only.ts';
import { line } from '../api/schemas.ts';
import { editedMonitorAlerting, monitorAlertingInput } from './alert-settings.ts';
import { detailEdit, detailInput, editDetails } from './detail-fields.ts';
import { MONITOR_READ_ONLY, MONITOR_VOLATILE, monitor, schedule } from './schema.ts';

const COUNT_MAX = 1000;

const scheduleFields = z.strictObject({
  type: z.enum(['interval', 'cron']).optional().meta({
    description: 'Default: the type whose field is given.',
    example: 'cron',
  }),
  interval: z.number().optional().meta({
    // No example, because a schedule has either this or `cron`.
    description: 'Seconds between runs, 10 to 31622400. Default: one day.',
  }),
  cron: z.string().max(1000).optional().meta({
    description:
      "Five fields as in Debian's cron, or six with seconds first. Also `@daily` and similar, `L`, `LW`, `5L` and `MON#2`.",
    example: '0 2 * * 1-5',
  }),
  timezone: z
    .string()
    .optional()
    .meta({ description: 'IANA time zone. Default: UTC.', example: 'Europe/Riga' }),
  graceDuration: z.number().optional().meta({
    description: 'Grace period: seconds that a report may be late, 0 to 31622400. Default: one hour.',
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
  description: 'Omitted fields keep their value. Sending the field of the other type changes the type.',
  example: { graceDuration: 1800 },
});

const settings = {
  kind: z.literal('cron').meta({ description: 'Kind of the monitor. `cron` is the only one.' }),
  alertAfterFailures: z.int().min(1).max(COUNT_MAX).meta({
    description: 'Failures in a row after which the monitor is down and alerts are sent.',
    example: 1,
  }),
  recoverAfterSuccesses: z.int().min(1).max(COUNT_MAX).meta({
    description: 'Successes in a row after which a monitor that is down recovers.',
    example: 1,
  }),
  maxRunDuration: z.number().min(1).max(DURATION_SECONDS_MAX).nullable().meta({
    description:
      'Maximum duration of a run in seconds; null for the default, the larger of the grace period and one hour.',
    example: 7200,
  }),
  paused: z.boolean().meta({
    description: 'Whether the monitor is paused: pings are recorded but not evaluated.',
    example: false,
  }),
};
const name = line(1, 200).meta({ description: 'Display name.', example: 'pg-dump prod' });

const foreignPingID = z
  .string()
  .refine((id) => pingKey(id) !== null, 'This must be 8 to 64 characters of A-Z, a-z, 0-9, _ and -.')
  .meta({
    description:
      "Keeps the ping ID of a monitor that moves here from another service. The ping ID is a credential: leave it out to get one that can't be guessed.",
    pattern: '^[A-Za-z0-9_-]{8,64}$',
  });

const project = (description: string) => z.string().optional().meta({ description, example: 'p7w4nc2h9t' });

export const createMonitorBody = z
  .strictObject({
    name,
    projectShortID: project("Project of the monitor. Default: the team's default project."),
    kind: settings.kind.default('cron'),
    schedule: newSchedule.optional(),
    alertAfterFailures: settings.alertAfterFailures.default(1),
    recoverAfterSuccesses: settings.recoverAfterSuccesses.default(1),
    maxRunDuration: settings.maxRunDuration.default(null),
    ...detailInput(),
    paused: settings.paused.default(false),
    pingID: foreignPingID.optional(),
    ...monitorAlertingInput,
  })
  .meta({ id: 'MonitorInput' });

export const editMonitorBody = z
  .strictObject({
    ...z.object({ name, ...settings }).partial().shape,
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

type CreateMonitor = z.output<typeof createMonitorBody>;
export type EditMonitor = z.output<typeof editMonitorBody>;

export function newRules(input: CreateMonitor): Rules {
  return {
    schedule: input.schedule ?? settled(parseSchedule({})),
    maxRunMs: maxRunMs(input.maxRunDuration),
    alertAfterFailures: input.alertAfterFailures,
    recoverAfterSuccesses: input.recoverAfterSuccesses,
  };
}

export function editedRules(rules: Rules, input: EditMonitor): Rules {
  const { schedule, maxRunDuration } = input;
  return {
    schedule:
      schedule === undefined
        ? rules.schedule
        : settled(parseSchedule(mergeSchedule(rules.schedule, schedule))),
    maxRunMs: maxRunDuration === undefined ? rules.maxRunMs : editedMaxRunMs(rules, maxRunDuration),
    alertAfterFailures: input.alertAfterFailures ?? rules.alertAfterFailures,
    recoverAfterSuccesses: input.recoverAfterSuccesses ?? rules.recoverAfterSuccesses,
  };
}

export function editedDetails(
  details: MonitorDetails,
  input: EditMonitor,
  projectID: number,
): MonitorDetails {
  return {
    name: input.name ?? details.name,
    ...editDetails(details, input),
    projectID,
    alerting: editedMonitorAlerting(details.alerting, input),
  };
}

/** Setting a field of the other type changes the type, and drops the old type's field. */
function mergeSchedule(current: Schedule, edit: ScheduleInput): ScheduleInput {
  const wantsCron = edit.cron !== undefined && edit.cron.trim() !== '';
  const wantsInterval = edit.interval !== undefined && edit.interval !== 0;
  const named = wantsCron === wantsInterval ? current.type : wantsCron ? 'cron' : 'interval';
  const type = edit.type ?? named;
  return {
    type,
    interval:
      edit.interval ??
      (type === 'interval' && current.type === 'interval' ? current.intervalMs / 1000 : undefined),
    cron: edit.cron ?? (type === 'cron' && current.type === 'cron' ? current.cron : undefined),
    timezone: edit.timezone ?? current.timezone,
    graceDuration: edit.graceDuration ?? current.graceMs / 1000,
  };
}

function settled(result: ScheduleResult): Schedule {
  if (result.ok) return result.schedule;
  throw invalid(result.problems.map(({ path, message }) => ({ path: `schedule.${path}`, message })));
}

/** Keeps the default if a client sends back the effective limit, which answers contain in its place. */
function editedMaxRunMs(rules: Rules, seconds: number | null): number | null {
  const edited = maxRunMs(seconds);
  return rules.maxRunMs === null && edited === maxRunMsInForce(rules) ? null : edited;
}

function maxRunMs(seconds: number | null): number | null {
  return seconds === null ? null : toMs(seconds);
}
