import { DURATION_SECONDS_MAX, toMs } from '@overdue/domain/duration.ts';
import { withoutHiddenCharacters } from '@overdue/domain/hidden-characters.ts';
import type { PastStatus } from '@overdue/domain/imported/past-transitions.ts';
import { DESCRIPTION_LENGTH_MAX, TAG_LENGTH_MAX, TAGS_MAX } from '@overdue/domain/monitor/limits.ts';
import { type MonitorRules, RULES_DEFAULT } from '@overdue/domain/monitor/rules.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import { isSlug } from '@overdue/domain/ping/slug.ts';
import {
  GRACE_SECONDS_DEFAULT,
  INTERVAL_SECONDS_MIN,
  parseSchedule,
  type ScheduleInput,
} from '@overdue/domain/schedule/parse-schedule.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { ImportedRun, ImportItem, LeftOutItem, StatusAtSource } from './item.ts';

const REASON_LENGTH_MAX = 500;
const COUNT_MAX = 1000;
/** Maximum past runs to import per monitor. */
export const HISTORY_MAX = 100;
/** Maximum status changes to import per monitor. */
export const PAST_STATUSES_MAX = 50;

/** Settings of an item in the source. Durations are seconds. */
export interface ItemDraft {
  readonly name: string;
  /** Empty if the item has no slug; undefined to derive one from the name. */
  readonly slug?: string | undefined;
  readonly pingID?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[];
  readonly schedule: ScheduleInput;
  readonly maxRunDuration?: number | undefined;
  /** Further rules, such as the number of failures before an alert. */
  readonly rules?: Partial<Omit<MonitorRules, 'schedule' | 'maxRunMs'>>;
  readonly paused?: boolean | undefined;
  readonly channels?: readonly string[] | 'all' | undefined;
  readonly badgeKey?: string | null;
  readonly statusAtSource?: StatusAtSource | null;
  readonly history?: readonly ImportedRun[];
  readonly pastStatuses?: readonly PastStatus[];
  readonly notes?: readonly string[];
}

/** An item, or the reason why it was left out. */
export type ItemResult = ImportItem | LeftOutItem;

export function isLeftOut(result: ItemResult): result is LeftOutItem {
  return 'reason' in result;
}

/** Fits a draft into the limits of a monitor, and notes each change. Leaves out items with unsupported schedules. */
export function draftItem(draft: ItemDraft): ItemResult {
  const notes = [...(draft.notes ?? [])];
  const name = fitName(draft.name, notes);
  const parsed = parseSchedule(fitSchedule(draft.schedule, notes));
  if (!parsed.ok) return { name, reason: parsed.problems.map(({ message }) => message).join(' ') };
  return {
    name,
    slug: fitSlug(draft.slug, notes),
    pingID: fitPingID(draft.pingID, notes),
    description: fitText(draft.description ?? '', {
      what: 'description',
      max: DESCRIPTION_LENGTH_MAX,
      notes,
    }),
    tags: fitTags(draft.tags ?? [], notes),
    rules: {
      ...RULES_DEFAULT,
      ...draft.rules,
      schedule: parsed.schedule,
      maxRunMs: fitMaxRun(draft.maxRunDuration, notes),
    },
    paused: draft.paused ?? false,
    channels: draft.channels ?? null,
    badgeKey: draft.badgeKey ?? null,
    statusAtSource: parseStatusAtSource(draft.statusAtSource ?? null),
    history: fitHistory(draft.history ?? []),
    pastStatuses: inOrder(draft.pastStatuses ?? []).slice(-PAST_STATUSES_MAX),
    notes,
  };
}

export function fitName(text: string, notes: string[]): string {
  const name = oneLine(text);
  const fitting = truncate(name, NAME_LENGTH_MAX);
  if (fitting !== name) notes.push(`The name was cut to ${NAME_LENGTH_MAX} characters.`);
  return fitting === '' ? 'unnamed' : fitting;
}

/** Shortens a reason and puts it on one line, because the reason may quote text from the source. */
export function fitReason(text: string): string {
  return truncate(oneLine(text), REASON_LENGTH_MAX);
}

/** Shortens a text, and drops its hidden characters. */
export function fitText(
  text: string,
  { what, max, notes }: { readonly what: string; readonly max: number; readonly notes: string[] },
): string {
  const clean = withoutHiddenCharacters(text.toWellFormed(), '\t\n\r');
  const fitting = truncate(clean, max);
  if (fitting !== clean) notes.push(`The ${what} was cut to ${max} characters.`);
  return fitting;
}

/** Shortens tags, and drops repeated ones and those beyond the maximum. */
export function fitTags(tags: readonly string[], notes: string[]): readonly string[] {
  const clean = [...new Set(tags.map((tag) => truncate(oneLine(tag), TAG_LENGTH_MAX)))].filter(
    (tag) => tag !== '',
  );
  if (tags.some((tag) => [...oneLine(tag)].length > TAG_LENGTH_MAX))
    notes.push(`A tag was cut to ${TAG_LENGTH_MAX} characters.`);
  if (clean.length > TAGS_MAX)
    notes.push(`A monitor has at most ${TAGS_MAX} tags. Not imported: ${clean.slice(TAGS_MAX).join(', ')}.`);
  return clean.slice(0, TAGS_MAX);
}

function fitSlug(slug: string | undefined, notes: string[]): string | null {
  if (slug === undefined) return null;
  if (slug === '' || isSlug(slug)) return slug;
  notes.push(
    'The slug can’t be kept: a slug has at most 100 characters of a-z, 0-9, _ and -. Jobs that use the slug need the new one.',
  );
  return null;
}

function fitPingID(pingID: string | undefined, notes: string[]): string | null {
  if (pingID === undefined || pingID === '') return null;
  if (normalizePingID(pingID) !== null) return pingID;
  notes.push('The ping ID can’t be kept, because it has an unknown format. The job needs the new ping URL.');
  return null;
}

function fitSchedule(input: ScheduleInput, notes: string[]): ScheduleInput {
  return {
    ...input,
    ...(input.interval === undefined ? {} : { interval: fitInterval(input.interval, notes) }),
    graceDuration: fitGrace(input.graceDuration ?? GRACE_SECONDS_DEFAULT, notes),
  };
}

function parseStatusAtSource(statusAtSource: StatusAtSource | null): StatusAtSource | null {
  return statusAtSource !== null &&
    Number.isFinite(statusAtSource.lastPingAt) &&
    statusAtSource.lastPingAt > 0
    ? statusAtSource
    : null;
}

/** Sorts past runs by time, and keeps the latest {@link HISTORY_MAX}. */
function fitHistory(runs: readonly ImportedRun[]): readonly ImportedRun[] {
  return inOrder(runs)
    .slice(-HISTORY_MAX)
    .map((run) => ({ ...run, durationMs: fitDuration(run.durationMs) }));
}

/** Sorts entries by time, and leaves out entries with unreadable times. */
function inOrder<T extends { readonly at: number }>(entries: readonly T[]): readonly T[] {
  return entries.filter(({ at }) => Number.isFinite(at) && at > 0).toSorted((a, b) => a.at - b.at);
}

function fitDuration(ms: number | null): number | null {
  return ms !== null && ms >= 0 && ms <= toMs(DURATION_SECONDS_MAX) ? Math.round(ms) : null;
}

/** Fits an interval into the limits. Durations are seconds. */
export function fitInterval(seconds: number, notes: string[]): number {
  const fitting = Math.min(Math.max(seconds, INTERVAL_SECONDS_MIN), DURATION_SECONDS_MAX);
  if (fitting !== seconds)
    notes.push(`The interval of ${seconds} s became ${fitting} s, because Overdue accepts 10 s to 366 days.`);
  return fitting;
}

/** Fits a grace period into the limits. Durations are seconds. */
export function fitGrace(seconds: number, notes: string[]): number {
  const fitting = Math.min(Math.max(seconds, 0), DURATION_SECONDS_MAX);
  if (fitting !== seconds) notes.push(`The grace period of ${seconds} s became ${fitting} s.`);
  return fitting;
}

/** Fits the maximum duration of a run, in seconds, into the limits; null if there is none. */
export function fitMaxRun(seconds: number | undefined, notes: string[]): number | null {
  if (seconds === undefined || !(seconds > 0)) return null;
  const fitting = Math.min(Math.max(seconds, 1), DURATION_SECONDS_MAX);
  if (fitting !== seconds) notes.push(`The maximum duration of ${seconds} s became ${fitting} s.`);
  return toMs(fitting);
}

/** Fits a number of consecutive failures or successes into the limits. */
export function fitCount(count: number): number {
  return Number.isFinite(count) ? Math.min(Math.max(Math.round(count), 1), COUNT_MAX) : 1;
}

function oneLine(text: string): string {
  return withoutHiddenCharacters(text.toWellFormed().replaceAll(/\s+/g, ' ')).trim();
}

function truncate(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('').trimEnd();
}
