import { AppError } from '@overdue/domain/error.ts';
import { DESCRIPTION_LENGTH_MAX } from '@overdue/domain/monitor/limits.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { isSlug, SLUG_LENGTH_MAX } from '@overdue/domain/ping/slug.ts';
import { parseSchedule, type ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import { parseTimezone } from '@overdue/domain/schedule/timezone.ts';
import { z } from 'zod';
import type { ChannelRecord } from '../../channels/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { fitCount, fitGrace, fitMaxRun, fitName, fitTags, fitText } from '../source/draft-item.ts';
import { assertionsOf, scheduleText } from './monitor-json.ts';
import { CRONITOR_SETTINGS, cronitorSchedule, cronitorTexts, readAssertions } from './settings.ts';

/** Monitor settings of Cronitor that Overdue reads. Null counts as omitted. Other fields, such as `realert_interval`, are ignored. */
const specSchema = z.looseObject({
  ...CRONITOR_SETTINGS,
  key: z.string().nullish(),
  defaultName: z.string().nullish(),
  type: z.string().nullish(),
  notify: z.union([cronitorTexts, z.looseObject({ alerts: cronitorTexts.nullish() })]).nullish(),
  defaultNote: z.string().nullish(),
});
export type MonitorSpec = z.output<typeof specSchema>;

/** Cronitor's default grace period for a job. */
const GRACE_SECONDS_DEFAULT = 60;
const TYPES = ['job', 'heartbeat', 'event'];

export function parseMonitorSpec(entry: unknown): MonitorSpec {
  const parsed = specSchema.safeParse(entry);
  if (parsed.success) return parsed.data;
  const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'the monitor'))];
  throw new AppError('invalid', `These fields are invalid: ${fields.join(', ')}.`);
}

/** A definition without the settings whose types are wrong, and notes that name them. */
export interface ReadableSpec {
  readonly spec: MonitorSpec;
  readonly notes: readonly string[];
}

/** Reads what can be read of an agent's definition. Throws if the monitor itself is unclear. */
export function readMonitorSpec(entry: unknown): ReadableSpec {
  const { error } = specSchema.safeParse(entry);
  const wrong = [...new Set(error?.issues.map(({ path }) => String(path[0] ?? 'key')))];
  const isUnclear = wrong.includes('key') || wrong.includes('type');
  if (wrong.length === 0 || isUnclear) return { spec: parseMonitorSpec(entry), notes: [] };
  const left = Object.entries(z.looseObject({}).parse(entry)).filter(([name]) => !wrong.includes(name));
  return {
    spec: parseMonitorSpec(Object.fromEntries(left)),
    notes: [`These fields are invalid: ${wrong.join(', ')}.`],
  };
}

export interface SpecContext {
  /** Monitor to change; null for a new monitor. */
  readonly record: MonitorRecord | null;
  readonly channels: readonly ChannelRecord[];
}

/** Converts Cronitor's settings into the body of a request to our own API. Throws for settings that Overdue doesn't support. */
export function inputFromSpec(spec: MonitorSpec, { record, channels }: SpecContext) {
  requireSupported(spec);
  const { tags, group, failure_tolerance } = spec;
  const note = spec.note ?? spec.defaultNote;
  const allTags = [...(tags ?? []), ...(group == null || group === '' ? [] : [group])];
  return {
    ...nameOf(spec, record),
    ...scheduleOf(spec, record),
    ...maxRunOf(spec, record),
    ...(tags == null && allTags.length === 0 ? {} : { tags: allTags }),
    ...(note == null ? {} : { description: note }),
    ...(failure_tolerance == null ? {} : { alertAfterFailures: failure_tolerance + 1 }),
    ...channelsOf(spec.notify, channels),
    ...(spec.paused == null && spec.disabled == null
      ? {}
      : { paused: spec.paused === true || spec.disabled === true }),
  };
}

function requireSupported({ key, type, schedule, schedules, schedule_tolerance }: MonitorSpec): void {
  if (key != null && key !== '' && !isSlug(key) && normalizePingID(key) === null)
    throw new AppError('invalid', `A key must have 1 to ${SLUG_LENGTH_MAX} characters: a-z, 0-9, _ and -.`);
  if (type != null && !TYPES.includes(type))
    throw new AppError('invalid', "Overdue can't check websites. It supports only jobs and heartbeats.");
  if ((schedules ?? schedule ?? []).length > 1)
    throw new AppError('invalid', 'An Overdue monitor has one schedule. Create a monitor per schedule.');
  if (schedule_tolerance != null && schedule_tolerance > 0)
    throw new AppError('invalid', 'Overdue has no schedule_tolerance. Use failure_tolerance instead.');
}

/** Returns the name of a monitor, and the slug of a new monitor. A key that isn't a valid slug becomes the ping ID instead. */
function nameOf({ key, name, defaultName }: MonitorSpec, record: MonitorRecord | null) {
  const chosen = name == null || name === '' ? null : name;
  if (record !== null) return chosen === null ? {} : { name: chosen };
  const fallback = defaultName == null || defaultName === '' ? (key ?? '') : defaultName;
  const named = { name: chosen ?? fallback };
  if (key == null || key === '') return named;
  return isSlug(key) ? { ...named, slug: key } : { ...named, pingID: key };
}

function scheduleOf(
  spec: MonitorSpec,
  record: MonitorRecord | null,
): { readonly schedule?: Partial<ScheduleInput> } {
  const { schedule, schedules, timezone, grace_seconds } = spec;
  const grace = grace_seconds ?? (record === null ? GRACE_SECONDS_DEFAULT : undefined);
  const graceDuration = grace === undefined ? {} : { graceDuration: grace };
  const [text] = schedules ?? schedule ?? [];
  const isKept = text === undefined || (record !== null && scheduleText(record.rules) === text);
  if (record !== null && isKept) {
    const kept = { ...graceDuration, ...(timezone == null ? {} : { timezone }) };
    return Object.keys(kept).length === 0 ? {} : { schedule: kept };
  }
  return { schedule: { ...cronitorSchedule({ schedule, schedules, timezone }, []), ...graceDuration } };
}

function maxRunOf({ assertions }: MonitorSpec, record: MonitorRecord | null) {
  if (assertions == null) return {};
  if (record !== null && assertions.join() === assertionsOf(record.rules).join()) return {};
  const notes: string[] = [];
  const seconds = readAssertions(assertions, notes);
  if (notes.length > 0)
    throw new AppError(
      'invalid',
      `Overdue checks assertions of the form "metric.duration < 5 minutes" only. Leave out: ${assertions.join('; ')}.`,
    );
  return { maxRunDuration: seconds ?? null };
}

/** Returns the channels that `notify` names. Cronitor's `default` list means the default channels. */
function channelsOf(notify: MonitorSpec['notify'], channels: readonly ChannelRecord[]) {
  const names = notify == null || Array.isArray(notify) ? notify : notify.alerts;
  if (names == null) return {};
  if (names.length === 1 && names[0] === 'default') return { channels: null };
  const chosen = names.flatMap((name) => {
    if (name === 'default') return channels.filter(({ isDefault }) => isDefault);
    const channel = channelNamed(name, channels);
    if (channel !== undefined) return [channel];
    throw new AppError(
      'invalid',
      `There is no channel "${name}". Create a channel with this name, or remove it from notify.`,
    );
  });
  return { channels: [...new Set(chosen.map(({ shortID }) => shortID))] };
}

/** Finds the channel that a name or a short ID in `notify` means. */
export function channelNamed(name: string, channels: readonly ChannelRecord[]): ChannelRecord | undefined {
  return channels.find((candidate) => candidate.name === name || candidate.shortID === name);
}

/** Start of the line of a description that names what Overdue left out of the definition. */
const LEFT_OUT = 'Left out of the definition: ';

/**
 * Fits a definition into what Overdue supports, and writes the changes into the description. For agents, which send the
 * definitions of a whole cluster at once and can't ask a person.
 */
export function fitSpec({ spec, notes: earlier }: ReadableSpec, context: SpecContext): MonitorSpec {
  const notes = [...earlier];
  const { tags, group, grace_seconds, failure_tolerance, schedule_tolerance } = spec;
  const allTags = [...(tags ?? []), ...(group == null || group === '' ? [] : [group])];
  if (schedule_tolerance != null && schedule_tolerance > 0) notes.push('Overdue has no schedule_tolerance.');
  const fitting: MonitorSpec = {
    ...spec,
    ...fittingSchedule(spec, notes),
    name: fittingName(spec.name, notes),
    defaultName: fittingName(spec.defaultName, notes),
    tags: tags == null && allTags.length === 0 ? null : [...fitTags(allTags, notes)],
    group: null,
    grace_seconds: grace_seconds == null ? null : fitGrace(grace_seconds, notes),
    failure_tolerance: failure_tolerance == null ? null : fitCount(failure_tolerance + 1) - 1,
    schedule_tolerance: null,
    assertions: fittingAssertions(spec, notes),
    notify: fittingChannels(spec, { ...context, notes }),
  };
  return { ...fitting, note: describe(spec, context, notes) };
}

function fittingName(name: string | null | undefined, notes: string[]): string | null {
  return name == null || name === '' ? null : fitName(name, notes);
}

function fittingSchedule(
  spec: MonitorSpec,
  notes: string[],
): Pick<MonitorSpec, 'schedule' | 'schedules' | 'timezone'> {
  const isZone = spec.timezone == null || parseTimezone(spec.timezone) !== null;
  if (!isZone) notes.push(`The time zone "${spec.timezone}" is unknown.`);
  const timezone = isZone ? spec.timezone : null;
  const [text] = spec.schedules ?? spec.schedule ?? [];
  if (text === undefined) return { schedule: null, schedules: null, timezone };
  const parsed = parseSchedule(cronitorSchedule({ ...spec, timezone }, notes));
  if (parsed.ok) return { schedule: [text], schedules: null, timezone };
  notes.push(`The schedule "${text}": ${parsed.problems.map(({ message }) => message).join(' ')}`);
  return { schedule: null, schedules: null, timezone };
}

function fittingAssertions({ assertions }: MonitorSpec, notes: string[]): string[] | null {
  const seconds = assertions == null ? undefined : readAssertions(assertions, notes);
  const fitting = fitMaxRun(seconds, notes);
  return fitting === null ? null : [`metric.duration < ${fitting / 1000} seconds`];
}

function fittingChannels(
  { notify }: MonitorSpec,
  { channels, notes }: Pick<SpecContext, 'channels'> & { readonly notes: string[] },
): string[] | null {
  const names = notify == null || Array.isArray(notify) ? notify : notify.alerts;
  if (names == null) return null;
  const isKnown = (name: string) => name === 'default' || channelNamed(name, channels) !== undefined;
  const unknown = names.filter((name) => !isKnown(name));
  if (unknown.length > 0) notes.push(`There are no channels with these names: ${unknown.join(', ')}.`);
  const known = names.filter(isKnown);
  return known.length === 0 ? null : known;
}

/** Returns the description; null if the current one stays. Replaces the line that an earlier definition left. */
function describe(
  { note, defaultNote }: MonitorSpec,
  { record }: SpecContext,
  notes: string[],
): string | null {
  const current = record?.details.description ?? '';
  const sent = note ?? defaultNote;
  const lines = (sent ?? current).split('\n').filter((line) => !line.startsWith(LEFT_OUT));
  const text = fitText(lines.join('\n'), { what: 'description', max: DESCRIPTION_LENGTH_MAX - 2000, notes });
  const leftOut =
    notes.length === 0 ? [] : [`${LEFT_OUT}${notes.join(' ').replaceAll('\n', ' ').slice(0, 1900)}`];
  const description = [...(text === '' ? [] : [text]), ...leftOut].join('\n');
  return sent == null && description === current ? null : description;
}
