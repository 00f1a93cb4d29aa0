import { AppError, type FieldProblem } from '@overdue/domain/error.ts';
import type { PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import { slugify } from '@overdue/domain/ping/slug.ts';
import { readHealthchecksExpression } from '@overdue/domain/schedule/stepped-cron.ts';
import { type KnownChannels, readChannels } from './check-channels.ts';
import type { Version } from './check-json.ts';
import type { CheckSpec } from './check-spec.ts';
import { filterInput, specError } from './check-spec.ts';

/** Name given to a monitor whose check has no name. Healthchecks allows such checks, but our API requires a name. */
const NAMELESS = 'Unnamed check';

interface SpecContext extends KnownChannels {
  readonly version: Version;
}

/** Returns the settings of a new check as the body of `POST /v1/monitors/`. Without `channels`, no channel is alerted. */
export function newMonitorInput(spec: CheckSpec, context: SpecContext) {
  const { name = '', slug = '', channels = '' } = spec;
  const named = { manual_resume: false, ...spec, name: name.trim() || slug || NAMELESS, channels };
  return editedMonitorInput(named, context, null);
}

/** Returns the edited settings of a check as the body of `PATCH /v1/monitors/{shortID}/`. */
export function editedMonitorInput(
  spec: CheckSpec,
  { version, ...known }: SpecContext,
  filter: PingFilter | null,
) {
  const { name, tags, desc, manual_resume: manualResume } = spec;
  const pingFilter = filterInput(spec, filter);
  return {
    ...(name === undefined ? {} : { name: name.trim() || NAMELESS }),
    ...slugInput(spec, version),
    ...(tags === undefined ? {} : { tags: tagsIn(tags) }),
    ...(desc === undefined ? {} : { description: desc }),
    ...(spec.channels === undefined ? {} : { channels: readChannels(spec.channels, known) }),
    ...(manualResume === undefined ? {} : { manualResume }),
    ...(pingFilter === null ? {} : { pingFilter }),
    ...scheduleInput(spec),
  };
}

/** Returns the slug. Before version 3, a request with a new name and no slug changes the slug too. */
function slugInput({ name, slug }: CheckSpec, version: Version): { readonly slug?: string } {
  const chosen = slug !== undefined || name === undefined || version === 3 ? slug : slugify(name);
  return chosen === undefined ? {} : { slug: chosen };
}

/** Splits tags at spaces, and drops duplicates. */
export function tagsIn(text: string): readonly string[] {
  return [...new Set(text.split(' ').filter((tag) => tag !== ''))];
}

/** Returns the schedule for our API. If a request contains both a schedule and a timeout, the schedule takes precedence. */
function scheduleInput({ schedule, timeout, tz, grace }: CheckSpec) {
  const fields = {
    ...(schedule === undefined
      ? timeout === undefined
        ? {}
        : { interval: timeout }
      : readHealthchecksExpression(schedule)),
    ...(tz === undefined ? {} : { timezone: tz }),
    ...(grace === undefined ? {} : { graceDuration: grace }),
  };
  return Object.keys(fields).length === 0 ? {} : { schedule: fields };
}

/** Healthchecks' field name and error message for each invalid field of our API. */
const PROBLEMS: readonly (readonly [path: RegExp, field: string, problem: string])[] = [
  [/^name/, 'name', 'does not match pattern'],
  [/^slug/, 'slug', 'does not match pattern'],
  [/^tags/, 'tags', 'is too long'],
  [/^description/, 'desc', 'is too long'],
  [/^channels/, 'channels', 'is too long'],
  [/^schedule\.(?:cron|onCalendar|type)/, 'schedule', 'is not a valid cron or OnCalendar expression'],
  [/^schedule\.timezone/, 'tz', 'is not a valid timezone'],
  [/^pingFilter\.startKeywords/, 'start_kw', 'does not match pattern'],
  [/^pingFilter\.successKeywords/, 'success_kw', 'does not match pattern'],
  [/^pingFilter\.failureKeywords/, 'failure_kw', 'does not match pattern'],
  [/^schedule\.interval/, 'timeout', 'is too small'],
  [/^schedule\.grace/, 'grace', 'is too small'],
];

/** Converts a validation error into Healthchecks' wording, followed by our reason. Returns other errors unchanged. */
export function toHealthchecksError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid') return error;
  const [first] = error.fields;
  return first === undefined ? error : problemOf(first);
}

function problemOf({ path, message }: FieldProblem): AppError {
  const [, field, problem] = PROBLEMS.find(([pattern]) => pattern.test(path)) ?? [
    null,
    path,
    'is not accepted',
  ];
  return specError(field, problem, message);
}
