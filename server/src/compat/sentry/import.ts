import { AppError } from '@overdue/domain/error.ts';
import { withRangedSteps } from '@overdue/domain/schedule/stepped-cron.ts';
import { z } from 'zod';
import { draftItem, fitCount, type ItemResult } from '../source/draft-item.ts';
import type { ImportedRun, SourceContent } from '../source/item.ts';
import { translateList } from '../source/read-list.ts';

/** Sentry's defaults, in minutes. Sentry uses a default for 0 too. */
const MARGIN_DEFAULT = 1;
const MAX_RUNTIME_DEFAULT = 30;

const DAY = 86_400;
const UNITS: Readonly<Record<string, number>> = {
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
};

/** An entry in the response of `GET …/monitors/{slug}/checkins/`. `dateCreated` is the start, `duration` counts milliseconds. */
const checkIn = z.looseObject({
  status: z.string(),
  dateCreated: z.string(),
  duration: z.number().nullish(),
});

const monitor = z.looseObject({
  name: z.string().default(''),
  slug: z.string().default(''),
  status: z.string().nullish(),
  isMuted: z.boolean().nullish(),
  config: z.looseObject({
    schedule_type: z.string(),
    schedule: z.union([z.string(), z.tuple([z.number(), z.string()])]),
    checkin_margin: z.number().nullish(),
    max_runtime: z.number().nullish(),
    timezone: z.string().nullish(),
    failure_issue_threshold: z.number().nullish(),
    recovery_threshold: z.number().nullish(),
  }),
  project: z.looseObject({ slug: z.string().default('') }).nullish(),
  environments: z.array(z.looseObject({ name: z.string().default('') })).default([]),
  checkIns: z.array(checkIn).default([]),
});
type Monitor = z.output<typeof monitor>;

/** Reads the response of Sentry's `GET /api/0/organizations/{organization}/monitors/`. */
export async function readSentry(json: unknown): Promise<SourceContent> {
  const entries = z.array(z.unknown()).safeParse(json);
  if (!entries.success)
    throw new AppError(
      'invalid',
      "The file isn't a list of monitors. Use the response of GET /api/0/organizations/{organization}/monitors/.",
    );
  const content = await translateList(entries.data, { schema: monitor, translate: translateMonitor });
  return {
    ...content,
    channels: [],
    notes: ['Sentry’s alert rules are not imported. Choose channels in Overdue.'],
  };
}

function translateMonitor({
  name,
  slug,
  status,
  isMuted,
  config,
  project,
  environments,
  checkIns,
}: Monitor): ItemResult {
  const notes: string[] = [];
  if (isMuted === true) notes.push('The monitor is muted in Sentry. It is not muted in Overdue.');
  if (environments.length > 1)
    notes.push(
      `Its environments (${environments.map((environment) => environment.name).join(', ')}) become one monitor, which can’t tell them apart and starts without past runs.`,
    );
  return draftItem({
    name: name === '' ? slug : name,
    slug: slug === '' ? undefined : slug,
    tags: project == null ? [] : [project.slug],
    schedule: scheduleOf(config, notes),
    maxRunDuration: (config.max_runtime || MAX_RUNTIME_DEFAULT) * 60,
    rules: {
      alertAfterFailures: fitCount(config.failure_issue_threshold || 1),
      recoverAfterSuccesses: fitCount(config.recovery_threshold || 1),
    },
    paused: status === 'disabled',
    history: environments.length > 1 ? [] : checkIns.flatMap(pastRun),
    notes,
  });
}

const OUTCOMES: Readonly<Record<string, ImportedRun['outcome']>> = {
  ok: 'succeeded',
  error: 'failed',
  timeout: 'failed',
};

/** Returns the finished run of a check-in. Missed and open check-ins have no finished run. */
function pastRun({ status, dateCreated, duration }: z.output<typeof checkIn>): readonly ImportedRun[] {
  const outcome = OUTCOMES[status];
  if (outcome === undefined) return [];
  const durationMs = duration ?? null;
  return [{ kind: 'past_run', at: Date.parse(dateCreated) + (durationMs ?? 0), outcome, durationMs }];
}

function scheduleOf({ schedule, timezone, checkin_margin }: Monitor['config'], notes: string[]) {
  const common = { timezone: timezone || 'UTC', graceDuration: (checkin_margin || MARGIN_DEFAULT) * 60 };
  if (typeof schedule === 'string')
    return { ...common, type: 'cron' as const, cron: withRangedSteps(schedule) };
  const [count, unit] = schedule;
  if (unit === 'month' || unit === 'year')
    notes.push(`An interval of ${count} ${unit}(s) became ${(count * (UNITS[unit] ?? 0)) / DAY} days.`);
  return { ...common, type: 'interval' as const, interval: count * (UNITS[unit] ?? Number.NaN) };
}
