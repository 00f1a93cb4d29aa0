import { DESCRIPTION_LENGTH_MAX } from '@overdue/domain/monitor-limits.ts';
import { parseSchedule } from '@overdue/domain/schedule/parse-schedule.ts';
import { parseTimezone } from '@overdue/domain/schedule/timezone.ts';
import { fitCount, fitGrace, fitMaxRun, fitName, fitTags, fitText } from '../source/draft-item.ts';
import { channelNamed, type MonitorSpec, type SpecContext } from './monitor-spec.ts';
import { cronitorSchedule, readAssertions } from './settings.ts';

/** Start of the line of a description that names what Overdue left out of the definition. */
const LEFT_OUT = 'Left out of the definition: ';

/**
 * Fits a definition into what Overdue supports, and writes the changes into the description. For agents, which send the
 * definitions of a whole cluster at once and can't ask a person.
 */
export function fitSpec(spec: MonitorSpec, context: SpecContext): MonitorSpec {
  const notes: string[] = [];
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
