import { AppError } from '@overdue/domain/error.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { isSlug, SLUG_LENGTH_MAX } from '@overdue/domain/ping/slug.ts';
import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import { z } from 'zod';
import type { ChannelRecord } from '../../channels/contract.ts';
import type { MonitorRecord } from '../../database/records.ts';
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
