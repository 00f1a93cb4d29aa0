import { DURATION_SETTINGS } from '../../fields/setting-names.ts';
import { SEVERITY_NAMES, SUBSCRIPTION_NAMES } from '../../monitor/alert-choices.ts';
import { formatExactTime } from '../../time/format-time.ts';
import { formatSecondsExact } from '../../time/parse-duration.ts';
import { words } from './words.ts';

/** Names of resources by short ID; null while they load. */
export type Names = ReadonlyMap<string, string> | null;

export interface FormatContext {
  readonly names: Names;
  readonly zone: string;
}

type Labels = Readonly<Record<string, string>>;
type Write = (value: unknown, context: FormatContext) => string | null;

const DURATION_PATHS = ['duration', 'alerting.gatherWithin', 'alerting.flapWithin', 'alerting.flapQuiet'];
const TIMES = ['startsAt', 'endsAt', 'mutedUntil'];
const LISTED = ['channels', 'monitors', 'projects'];

/** Formatters for fields that need more than {@link plain}. If a formatter returns null, `plain` is used. */
const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ...DURATION_PATHS.map((path) => [path, length] as const),
  ...TIMES.map((path) => [path, time] as const),
  ...LISTED.map((path) => [path, writeNames] as const),
  ['projectShortID', (value, context) => (typeof value === 'string' ? nameOf(value, context) : null)],
  ['escalation', escalation],
  ['steps', steps],
  ['subscriptions', writeLabels(SUBSCRIPTION_NAMES)],
  ['severity', writeLabels(SEVERITY_NAMES)],
  ['minSeverity', writeLabels(SEVERITY_NAMES)],
  ['role', writeLabels(words.roles)],
  ['schedule.type', writeLabels(words.scheduleTypes)],
  ['options.style', writeLabels(words.styles)],
  ['tokenDaysMax', (value) => (typeof value === 'number' ? words.days(value) : words.noLimit)],
  [
    'channels',
    (value, context) => (value === null ? words.inherited : writeNames(value, context) || words.nobody),
  ],
  ...Object.entries(DURATION_SETTINGS).map(([path, { unset, zero }]): [string, Write] => [
    path,
    (value) => (value === null ? unset : value === 0 ? zero : undefined) ?? length(value),
  ]),
]);

export function formatValue(path: string, value: unknown, context: FormatContext): string {
  return WRITERS.get(path)?.(value, context) ?? plain(value);
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.length === 0 ? words.empty : value.map(plain).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function length(seconds: unknown): string | null {
  return typeof seconds === 'number' ? formatSecondsExact(seconds) : null;
}

function time(at: unknown, { zone }: FormatContext): string | null {
  return typeof at === 'string' && !Number.isNaN(Date.parse(at))
    ? formatExactTime(Date.parse(at), zone)
    : null;
}

function nameOf(shortID: string, { names }: FormatContext): string {
  return names === null ? '…' : (names.get(shortID) ?? words.deleted(shortID));
}

function writeNames(value: unknown, context: FormatContext): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.map((id) => nameOf(String(id), context)).join(', ');
}

function escalation(value: unknown, context: FormatContext): string | null {
  if (value === null) return words.inherited;
  return value === '' ? words.none : typeof value === 'string' ? nameOf(value, context) : null;
}

function steps(value: unknown, context: FormatContext): string | null {
  if (!Array.isArray(value)) return null;
  return value
    .map((step: unknown) => {
      if (typeof step !== 'object' || step === null || !('after' in step) || !('channels' in step))
        return plain(step);
      return words.step(
        length(step.after) ?? plain(step.after),
        writeNames(step.channels, context) ?? words.nobody,
      );
    })
    .join('\n');
}

function writeLabels(labels: Labels): Write {
  return (value) => {
    if (typeof value === 'string') return labels[value] ?? null;
    if (!Array.isArray(value) || value.length === 0) return null;
    return value.map((item) => labels[String(item)] ?? plain(item)).join(', ');
  };
}
