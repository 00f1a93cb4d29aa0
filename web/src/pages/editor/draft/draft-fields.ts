import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { checkKindOf, MONITOR_KINDS } from '@overdue/domain/checks/check-result.ts';
import { defaultRunLimitMs, RULES_DEFAULT } from '@overdue/domain/monitor/rules.ts';
import { NO_FILTER } from '@overdue/domain/ping/ping-filter.ts';
import type { Monitor, MonitorInput, ScheduleInput } from '@overdue/sdk';
import { parseFilter } from '../../../monitor/ping-filter.ts';
import type { PastedCrontab } from '../../../snippets/job-command.ts';
import { parsePasted } from '../../../snippets/pasted-crontab.ts';
import { formatSecondsExact, parseSeconds } from '../../../time/parse-duration.ts';
import { checkNumber, checkTexts, HTTP_METHODS, valueAt } from './check-fields.ts';

interface DraftField<Value> {
  readonly initial: Value;
  /** Returns the monitor's value as the form shows it; undefined for the initial value. */
  readonly toDraft: (monitor: Monitor) => Value | undefined;
  /** Parses a value from browser storage; undefined if it is damaged or from another version. */
  readonly parse: (stored: unknown) => Value | undefined;
}

/** Fields of the form. Values are stored as typed, so that incomplete input isn't lost. */
const FIELDS = {
  name: text('', ({ name }) => name),
  kind: choice('cron', MONITOR_KINDS, ({ kind }) => kind),
  url: text('', ({ url }) => url ?? undefined),
  timeout: text('10 s', ({ check }) => lengthOf(checkNumber(check, 'timeout'))),
  confirmAttempts: text('2', ({ check }) => checkNumber(check, 'confirm.attempts')?.toString()),
  /** Seconds. The form keeps the delay without showing it. */
  confirmDelay: text('3', ({ check }) => checkNumber(check, 'confirm.delay')?.toString()),
  method: choice('GET', HTTP_METHODS, ({ check }) =>
    HTTP_METHODS.find((method) => method === valueAt(check, 'method')),
  ),
  /** Statuses and ranges of statuses, separated by commas. */
  expectedStatus: text('200-299', ({ check }) => checkTexts(check, 'status')?.join(', ')),
  /** One text per line. */
  contains: text('', ({ check }) => checkTexts(check, 'contains')?.join('\n')),
  notContains: text('', ({ check }) => checkTexts(check, 'notContains')?.join('\n')),
  /** Empty to derive the slug from the name. */
  slug: text('', ({ slug }) => slug),
  /** Empty for the team's default project. */
  projectShortID: text('', ({ projectShortID }) => projectShortID),
  tags: field<readonly string[]>([], ({ tags }) => tags, parseTexts),
  description: text('', ({ description }) => description),
  runbookURL: text('', ({ runbookURL }) => runbookURL),
  forwardTo: text('', ({ forwardTo }) => forwardTo),
  severity: choice('normal', SEVERITIES, ({ severity }) => severity),
  scheduleType: choice('cron', ['cron', 'interval', 'oncalendar'], ({ schedule }) => schedule.type),
  cron: text('0 2 * * *', ({ schedule }) => (schedule.type === 'cron' ? schedule.cron : undefined)),
  onCalendar: text('Mon..Fri 02:00', ({ schedule }) =>
    schedule.type === 'oncalendar' ? schedule.onCalendar : undefined,
  ),
  interval: text('1 h', ({ schedule }) =>
    schedule.type === 'interval' ? formatSecondsExact(schedule.interval) : undefined,
  ),
  timezone: text('UTC', ({ schedule }) => schedule.timezone),
  graceDuration: text('1 h', ({ schedule }) => formatSecondsExact(schedule.graceDuration)),
  /** Empty for the default maximum duration. */
  maxRunDuration: text('', ({ maxRunDuration, schedule }) =>
    maxRunDuration * 1000 === defaultRunLimitMs(schedule.graceDuration * 1000)
      ? ''
      : formatSecondsExact(maxRunDuration),
  ),
  alertAfterFailures: text(String(RULES_DEFAULT.alertAfterFailures), ({ alertAfterFailures }) =>
    String(alertAfterFailures),
  ),
  recoverAfterSuccesses: text(String(RULES_DEFAULT.recoverAfterSuccesses), ({ recoverAfterSuccesses }) =>
    String(recoverAfterSuccesses),
  ),
  manualResume: field(RULES_DEFAULT.manualResume, ({ manualResume }) => manualResume, parseFlag),
  pingFilter: field<Monitor['pingFilter']>(NO_FILTER, ({ pingFilter }) => pingFilter, parseFilter),
  /** Null to inherit the project's channels. */
  channels: field<readonly string[] | null>(null, ({ channels }) => channels, orNull(parseTexts)),
  remind: choice('project', ['project', 'never', 'every'], ({ remindEvery }) =>
    remindEvery === null ? 'project' : remindEvery === 0 ? 'never' : 'every',
  ),
  remindEvery: text('1 h', ({ remindEvery }) =>
    remindEvery === null || remindEvery === 0 ? undefined : formatSecondsExact(remindEvery),
  ),
  /** The pasted crontab. It is never sent to the service, because commands often contain passwords. */
  crontab: field<PastedCrontab | null>(null, () => undefined, parsePasted),
  /** Null to inherit the project's policy, empty for none. */
  escalation: field<string | null>(null, ({ escalation }) => escalation, orNull(parseText)),
};

type Fields = typeof FIELDS;

/** Fields that are durations, with the path of the setting in the API. */
export const DURATION_FIELDS = [
  ['schedule.interval', 'interval'],
  ['schedule.graceDuration', 'graceDuration'],
  ['check.timeout', 'timeout'],
  ['maxRunDuration', 'maxRunDuration'],
  ['remindEvery', 'remindEvery'],
] as const satisfies readonly (readonly [path: string, field: keyof Fields])[];

/** Settings of the API whose fields in the form have other names. */
export const RENAMED_FIELDS: ReadonlyMap<string, readonly (keyof Fields)[]> = new Map([
  ['schedule.type', ['scheduleType']],
  ['remindEvery', ['remind', 'remindEvery']],
  ['check.confirm', ['confirmAttempts', 'confirmDelay']],
  ['check.status', ['expectedStatus']],
]);

export type MonitorDraft = { readonly [Name in keyof Fields]: Fields[Name]['initial'] };

/** Returns the request that creates the monitor. */
export function monitorInput(draft: MonitorDraft): MonitorInput {
  return {
    ...commonInput(draft),
    ...(checkKindOf(draft.kind) === null ? jobInput(draft) : checkedInput(draft)),
  };
}

function commonInput(draft: MonitorDraft) {
  return {
    name: draft.name.trim(),
    ...(draft.projectShortID === '' ? {} : { projectShortID: draft.projectShortID }),
    schedule: scheduleInput(draft),
    alertAfterFailures: count(draft.alertAfterFailures),
    recoverAfterSuccesses: count(draft.recoverAfterSuccesses),
    tags: draft.tags,
    description: draft.description,
    runbookURL: draft.runbookURL.trim(),
    severity: draft.severity,
    channels: draft.channels,
    remindEvery: { project: null, never: 0, every: seconds(draft.remindEvery) }[draft.remind],
    escalation: draft.escalation,
  };
}

/** Settings that only monitors of jobs have. */
function jobInput(draft: MonitorDraft) {
  return {
    slug: draft.slug.trim(),
    manualResume: draft.manualResume,
    pingFilter: draft.pingFilter,
    maxRunDuration: draft.maxRunDuration.trim() === '' ? null : seconds(draft.maxRunDuration),
    forwardTo: draft.forwardTo.trim(),
  };
}

/** The target, and the settings of its check that the form shows. The service keeps the other settings. */
function checkedInput(draft: MonitorDraft) {
  const response = {
    method: draft.method,
    status: itemsOf(draft.expectedStatus, ','),
    contains: itemsOf(draft.contains, '\n'),
    notContains: itemsOf(draft.notContains, '\n'),
  };
  return {
    kind: draft.kind,
    url: draft.url.trim(),
    check: {
      timeout: seconds(draft.timeout),
      confirm: { attempts: count(draft.confirmAttempts), delay: Number(draft.confirmDelay) },
      ...(draft.kind === 'http' ? response : {}),
    },
  };
}

function itemsOf(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((item) => (separator === ',' ? item.trim() : item))
    .filter((item) => item.trim() !== '');
}

function lengthOf(length: number | undefined): string | undefined {
  return length === undefined ? undefined : formatSecondsExact(length);
}

/** Returns the schedule to send. Durations that can't be parsed become NaN, which validation reports. */
export function scheduleInput(draft: MonitorDraft): ScheduleInput {
  const { scheduleType: type, timezone } = draft;
  const grace = draft.kind === 'cron' ? { graceDuration: seconds(draft.graceDuration) } : {};
  switch (type) {
    case 'cron':
      return { type, cron: draft.cron.trim(), timezone, ...grace };
    case 'oncalendar':
      return { type, onCalendar: draft.onCalendar.trim(), timezone, ...grace };
    case 'interval':
      return { type, interval: seconds(draft.interval), timezone, ...grace };
  }
}

export function newDraft(timezone: string, projectShortID = ''): MonitorDraft {
  return { ...draftFrom(({ initial }) => initial), timezone, projectShortID };
}

export function monitorDraft(monitor: Monitor): MonitorDraft {
  return draftFrom(({ initial, toDraft }) => toDraft(monitor) ?? initial);
}

/** Returns the draft of a copy. The copy has its own name and slug, and no forwarding URL. */
export function copyOf(monitor: Monitor, name: string): MonitorDraft {
  return { ...monitorDraft(monitor), name, slug: '', forwardTo: '' };
}

/** Parses a draft from browser storage. Damaged fields get the value from `base`. */
export function parseFields(stored: object, base: MonitorDraft): MonitorDraft {
  const values = new Map<string, unknown>(Object.entries(stored));
  const otherwise = new Map<string, unknown>(Object.entries(base));
  return draftFrom(({ parse }, name) => {
    const value = parse(values.get(name));
    return value === undefined ? otherwise.get(name) : value;
  });
}

function draftFrom(pick: (field: DraftField<unknown>, name: string) => unknown): MonitorDraft;
function draftFrom(pick: (field: DraftField<unknown>, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(FIELDS).map(([name, each]) => [name, pick(each, name)]));
}

function field<Value>(
  initial: Value,
  toDraft: DraftField<Value>['toDraft'],
  parse: DraftField<Value>['parse'],
): DraftField<Value> {
  return { initial, toDraft, parse };
}

function text(initial: string, toDraft: DraftField<string>['toDraft']): DraftField<string> {
  return field(initial, toDraft, parseText);
}

function choice<const Value extends string>(
  initial: NoInfer<Value>,
  values: readonly Value[],
  toDraft: DraftField<NoInfer<Value>>['toDraft'],
): DraftField<Value> {
  return field<Value>(initial, toDraft, (stored) => values.find((value) => value === stored));
}

function parseText(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined;
}

function parseFlag(stored: unknown): boolean | undefined {
  return typeof stored === 'boolean' ? stored : undefined;
}

function parseTexts(stored: unknown): readonly string[] | undefined {
  return Array.isArray(stored) && stored.every((item) => typeof item === 'string') ? stored : undefined;
}

function orNull<Value>(parse: (stored: unknown) => Value | undefined) {
  return (stored: unknown): Value | null | undefined => (stored === null ? null : parse(stored));
}

function seconds(length: string): number {
  return parseSeconds(length) ?? Number.NaN;
}

function count(digits: string): number {
  return /^\s*\d+\s*$/.test(digits) ? Number(digits) : Number.NaN;
}
