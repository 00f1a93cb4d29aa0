import type {
  MaintenanceScope,
  MaintenanceTimes,
  MaintenanceWindow,
} from '@overdue/domain/alerting/alert-settings.ts';
import { toMs } from '@overdue/domain/duration.ts';
import type { FieldProblem } from '@overdue/domain/error.ts';
import { parseCron } from '@overdue/domain/schedule/cron.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '@overdue/domain/schedule/timezone.ts';
import { z } from 'zod';
import { type RequestedReference, referencesIn } from '../api/missing-references.ts';
import { invalidInputError } from '../api/problems.ts';
import { singleLineText, timeInput } from '../api/schemas.ts';
import { writeTime } from '../api/times.ts';

/** Maximum windows of a team. Each maintenance check reads them all. */
export const WINDOWS_MAX = 100;
export const MONITORS_MAX = 500;
const TAGS_MAX = 100;
export const PROJECTS_MAX = 100;
const DURATION_SECONDS_MIN = 60;
const DURATION_SECONDS_MAX = 30 * 86_400;

function distinctList<T extends z.ZodType<string>>(text: T, max: number) {
  return z
    .array(text)
    .max(max)
    .transform((texts) => [...new Set(texts)]);
}

const fields = {
  name: singleLineText(1, 200).meta({ description: 'Display name.', example: 'Database upgrade' }),
  monitors: distinctList(z.string(), MONITORS_MAX)
    .optional()
    .meta({
      description: `Monitors that the window covers, by \`shortID\`, at most ${MONITORS_MAX}.`,
      example: [],
    }),
  tags: distinctList(singleLineText(1, 50), TAGS_MAX)
    .optional()
    .meta({
      description: `The window covers monitors with one of these tags, at most ${TAGS_MAX}.`,
      example: ['db'],
    }),
  projects: distinctList(z.string(), PROJECTS_MAX)
    .optional()
    .meta({
      description: `The window covers the monitors of these projects, by \`shortID\`, at most ${PROJECTS_MAX}.`,
      example: [],
    }),
  startsAt: timeInput.nullish().meta({
    description: 'Start of a one-time window, RFC 3339.',
    example: '2026-11-22T01:00:00Z',
  }),
  endsAt: timeInput
    .nullish()
    .meta({ description: 'End of a one-time window, RFC 3339.', example: '2026-11-22T03:00:00Z' }),
  cron: z.string().max(1000).nullish().meta({
    description: 'Starts of a recurring window: a cron expression as in schedules.',
  }),
  timezone: z
    .string()
    .nullish()
    .meta({ description: 'IANA time zone of the cron expression. Default: UTC.' }),
  duration: z
    .number()
    .nullish()
    .meta({
      description: `Length of each recurrence in seconds, ${DURATION_SECONDS_MIN} to ${DURATION_SECONDS_MAX} (${DURATION_SECONDS_MAX / 86_400} days).`,
    }),
};

export const maintenanceBody = z.strictObject(fields).meta({
  id: 'MaintenanceInput',
  description:
    'Set either `startsAt` and `endsAt`, or `cron` and `duration`. A window without monitors, tags and projects covers the whole team.',
});
export const maintenanceFields = { ...fields, name: fields.name.optional() };

const input = z.strictObject(maintenanceFields);
type Input = z.output<typeof input>;

const EVERYTHING: MaintenanceScope = { monitors: [], tags: [], projects: [] };

/** Merges a request into the previous window, if any. Throws an error that lists every invalid field. */
export function parseWindow(
  before: Pick<MaintenanceWindow, 'scope' | 'times'> | null,
  input: Input,
): Pick<MaintenanceWindow, 'scope' | 'times'> {
  const scope = before?.scope ?? EVERYTHING;
  const { monitors = scope.monitors, tags = scope.tags, projects = scope.projects } = input;
  const problems: FieldProblem[] = [];
  const times = parseTimes(before?.times ?? null, input, problems);
  if (times === null || problems.length > 0) throw invalidInputError(problems);
  return { scope: { monitors, tags, projects }, times };
}

/**
 * Writes the settings of a window in request form. A recurring window has null for `startsAt` and `endsAt`, and a one-time window
 * has null for the fields of recurring windows.
 */
export function writeWindowSettings({
  name,
  scope,
  times,
}: Pick<MaintenanceWindow, 'name' | 'scope' | 'times'>) {
  const isOnce = times.type === 'once';
  return {
    name,
    monitors: scope.monitors,
    tags: scope.tags,
    projects: scope.projects,
    startsAt: isOnce ? writeTime(times.from) : null,
    endsAt: isOnce ? writeTime(times.to) : null,
    cron: isOnce ? null : times.cron,
    timezone: isOnce ? null : times.timezone,
    duration: isOnce ? null : times.durationMs / 1000,
  };
}

export function windowReferences({ monitors = [], projects = [] }: Input): readonly RequestedReference[] {
  return [...referencesIn('monitor', 'monitors', monitors), ...referencesIn('project', 'projects', projects)];
}

function parseTimes(
  before: MaintenanceTimes | null,
  input: Input,
  problems: FieldProblem[],
): MaintenanceTimes | null {
  const isOnce = (input.startsAt ?? input.endsAt ?? null) !== null;
  const isCron = (input.cron ?? input.timezone ?? input.duration ?? null) !== null;
  if (isOnce && isCron) {
    const message = 'Set either startsAt and endsAt, or cron and duration.';
    problems.push({ path: 'cron', message });
    return null;
  }
  if (!isOnce && !isCron && before !== null) return before;
  return isCron ? parseCronTimes(before, input, problems) : parseOnce(before, input, problems);
}

function parseOnce(before: MaintenanceTimes | null, input: Input, problems: FieldProblem[]) {
  const current = before?.type === 'once' ? before : null;
  const from = input.startsAt ?? current?.from;
  const to = input.endsAt ?? current?.to;
  const missing = 'This field is required unless cron and duration are set.';
  if (from === undefined) problems.push({ path: 'startsAt', message: missing });
  if (to === undefined) problems.push({ path: 'endsAt', message: missing });
  if (from === undefined || to === undefined) return null;
  if (to <= from) problems.push({ path: 'endsAt', message: 'This must be after startsAt.' });
  return { type: 'once', from, to } as const;
}

function parseCronTimes(before: MaintenanceTimes | null, input: Input, problems: FieldProblem[]) {
  const current = before?.type === 'cron' ? before : null;
  const expression = input.cron ?? current?.cron ?? '';
  const timezone = input.timezone ?? current?.timezone ?? 'UTC';
  const durationMs = input.duration == null ? current?.durationMs : toMs(input.duration);
  if (parseTimezone(timezone) === null) problems.push({ path: 'timezone', message: UNKNOWN_TIMEZONE });
  else {
    const result = parseCron(expression, timezone);
    if (!result.ok) problems.push({ path: 'cron', message: result.message });
    else if (durationMs !== undefined && isDuration(durationMs))
      return {
        type: 'cron',
        cron: result.cron.expression,
        timezone: result.cron.timezone,
        durationMs,
      } as const;
  }
  if (durationMs === undefined || !isDuration(durationMs))
    problems.push({
      path: 'duration',
      message: `This must be ${DURATION_SECONDS_MIN} to ${DURATION_SECONDS_MAX} seconds.`,
    });
  return null;
}

function isDuration(ms: number): boolean {
  return ms >= toMs(DURATION_SECONDS_MIN) && ms <= toMs(DURATION_SECONDS_MAX);
}
