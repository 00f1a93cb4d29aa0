import { isDeepStrictEqual } from 'node:util';
import type { AlertedSettings, Severity } from '@overdue/domain/alerting/alert.ts';
import { MONITOR_KINDS } from '@overdue/domain/checks/check-result.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { ACCEPTED_METHODS, NO_FILTER, OTHERWISE, type PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import {
  intervalOf,
  SCHEDULE_TYPES,
  type Schedule,
  scheduleType,
} from '@overdue/domain/schedule/schedule.ts';
import { monitorAlertingJSON, parseMonitorAlerting } from './alert-rows.ts';
import { type Cell, type CellType, type Column, columnNames } from './column.ts';
import { parseTexts, readOr, requireOneOf } from './rows.ts';

/*
 * The settings of a monitor, with their columns. Each layer adds its own facts about a setting in one more list:
 * - `domain/src/monitor/rules.ts`: the settings that decisions read
 * - `domain/src/alerting/alert-settings.ts`: the settings in the column `alerting`, with their defaults
 * - `domain/src/alerting/alert.ts`: the settings that alerts and incidents show
 * - `server/src/monitors/settings/detail-fields.ts`: schemas and initial values of `DETAILS`
 * - `server/src/monitors/settings/rule-fields.ts`: schemas and defaults of `RULES`
 * - `server/src/projects/alert-settings.ts`: schemas of alert settings
 * - `web/src/fields/setting-names.ts`: labels
 * - `web/src/pages/editor/draft/draft-fields.ts`: fields of the form
 * CONTRIBUTING.md has the steps for a new setting.
 */

const TEXT = { type: 'text', read: String, write: (value: string) => value } as const;
const NUMBER = { type: 'bigint', read: Number, write: (value: number) => value } as const;

/** Settings that are not part of the rules. Each has a column and the functions that read and write its value. */
const DETAILS = {
  name: { column: 'name', ...TEXT },
  slug: { column: 'slug', ...TEXT },
  description: { column: 'description', ...TEXT },
  runbookURL: { column: 'runbook_url', ...TEXT },
  forwardTo: { column: 'forward_to', ...TEXT },
  /** Target of a checked monitor; empty for a job. */
  url: { column: 'url', ...TEXT },
  /** Settings of the check, sealed; empty for a job. */
  sealedCheck: { column: 'sealed_check', ...TEXT },
  tags: {
    column: 'tags',
    type: 'text',
    read: (json: Cell) => readOr(() => parseTexts(String(json), 'monitors.tags'), []),
    write: (tags: readonly string[]) => JSON.stringify(tags),
  },
  projectID: { column: 'project_id', ...NUMBER },
  alerting: {
    column: 'alerting',
    type: 'text',
    read: (json: Cell) => parseMonitorAlerting(String(json)),
    write: monitorAlertingJSON,
  },
} as const;

type Details = typeof DETAILS;

export type MonitorDetails = { readonly [Field in keyof Details]: ReturnType<Details[Field]['read']> };

/** Columns of {@link MonitorDetails} in the table of monitors. */
export type DetailsTable = {
  [Field in keyof Details as Details[Field]['column']]: ReturnType<Details[Field]['write']>;
};
export type DetailsRow = Readonly<Record<keyof DetailsTable, Cell>>;

type Field = keyof MonitorDetails;
interface Codec<Value> {
  readonly column: keyof DetailsTable;
  readonly type: CellType;
  readonly read: (cell: Cell) => Value;
  readonly write: (value: Value) => Cell;
}
const CODECS: { readonly [Name in Field]: Codec<MonitorDetails[Name]> } = DETAILS;
const FIELDS = keysOf(DETAILS);

export const DETAIL_COLUMNS: readonly Column<MonitorDetails>[] = FIELDS.map(detailColumn);

function detailColumn<Name extends Field>(name: Name): Column<MonitorDetails> {
  const { column, type, write } = CODECS[name];
  return { column, type, write: (details) => write(details[name]) };
}

export function parseDetails(row: DetailsRow): MonitorDetails;
export function parseDetails(row: DetailsRow): object {
  const details: Partial<Record<Field, unknown>> = {};
  for (const { field, column, read } of READERS) details[field] = read(row[column]);
  return details;
}

const READERS = FIELDS.map((field) => ({ field, ...CODECS[field] }));

const SHOWN_IN_ALERTS = ['name', 'tags', 'runbookURL'] as const satisfies readonly Field[];
type AlertedColumn = Details[(typeof SHOWN_IN_ALERTS)[number]]['column'];

export const SHOWN_IN_ALERTS_COLUMNS: readonly AlertedColumn[] = SHOWN_IN_ALERTS.map(
  (field) => DETAILS[field].column,
);

export function parseAlerted(row: Readonly<Record<AlertedColumn, Cell>>): AlertedSettings;
export function parseAlerted(row: Readonly<Record<AlertedColumn, Cell>>): object {
  return Object.fromEntries(
    SHOWN_IN_ALERTS.map((field) => [field, DETAILS[field].read(row[DETAILS[field].column])]),
  );
}

export function parseSeverity({ alerting }: Readonly<Record<'alerting', Cell>>): Severity {
  return DETAILS.alerting.read(alerting).severity;
}

const RULES = {
  kind: text(({ kind }) => kind),
  schedule_type: text(({ schedule }) => scheduleType(schedule)),
  interval_ms: number(({ schedule }) => intervalOf(schedule) ?? 0),
  cron: text(({ schedule }) => (schedule.type === 'cron' ? schedule.cron : '')),
  on_calendar: text(({ schedule }) => (schedule.type === 'oncalendar' ? schedule.onCalendar : '')),
  slot_phase_ms: number(({ schedule }) => (schedule.type === 'grid' ? schedule.phaseMs : 0)),
  timezone: text(({ schedule }) => schedule.timezone),
  grace_ms: number(({ schedule }) => schedule.graceMs),
  max_run_ms: { type: 'bigint', write: ({ maxRunMs }: MonitorRules) => maxRunMs },
  alert_after_failures: number(({ alertAfterFailures }) => alertAfterFailures),
  recover_after_successes: number(({ recoverAfterSuccesses }) => recoverAfterSuccesses),
  manual_resume: number(({ manualResume }) => (manualResume ? 1 : 0)),
  ping_filter: text(({ pingFilter }) => pingFilterJSON(pingFilter)),
} as const;

/** Columns of {@link MonitorRules} in the table of monitors. */
export type RulesTable = { [Column in keyof typeof RULES]: ReturnType<(typeof RULES)[Column]['write']> };
export type RulesRow = Readonly<Record<keyof RulesTable, Cell>>;

export const RULES_COLUMNS: readonly Column<MonitorRules>[] = keysOf(RULES).map((column) => ({
  column,
  ...RULES[column],
}));

export function parseRules(row: RulesRow): MonitorRules {
  return {
    kind: requireOneOf(MONITOR_KINDS, String(row.kind), 'monitors.kind'),
    schedule: parseSchedule(row),
    maxRunMs: row.max_run_ms === null ? null : Number(row.max_run_ms),
    alertAfterFailures: Number(row.alert_after_failures),
    recoverAfterSuccesses: Number(row.recover_after_successes),
    manualResume: Number(row.manual_resume) === 1,
    pingFilter: parsePingFilter(String(row.ping_filter)),
  };
}

function parseSchedule(row: RulesRow): Schedule {
  const type = requireOneOf(SCHEDULE_TYPES, String(row.schedule_type), 'monitors.schedule_type');
  const common = { timezone: String(row.timezone), graceMs: Number(row.grace_ms) };
  switch (type) {
    case 'interval': {
      const intervalMs = Number(row.interval_ms);
      if (row.kind === 'cron') return { type, intervalMs, ...common };
      return { type: 'grid', intervalMs, phaseMs: Number(row.slot_phase_ms), ...common };
    }
    case 'cron':
      return { type, cron: String(row.cron), ...common };
    case 'oncalendar':
      return { type, onCalendar: String(row.on_calendar), ...common };
  }
}

export function detailsRow(details: MonitorDetails): DetailsTable;
export function detailsRow(details: MonitorDetails): object {
  return rowOf(DETAIL_COLUMNS, details);
}

export function rulesRow(rules: MonitorRules): RulesTable;
export function rulesRow(rules: MonitorRules): object {
  return rowOf(RULES_COLUMNS, rules);
}

export const SETTING_COLUMNS = [...columnNames(DETAIL_COLUMNS), ...columnNames(RULES_COLUMNS)];

function rowOf<Source>(columns: readonly Column<Source>[], source: Source): object {
  return Object.fromEntries(columns.map(({ column, write }) => [column, write(source)]));
}

function text(write: (rules: MonitorRules) => string) {
  return { type: 'text', write } as const;
}

function number(write: (rules: MonitorRules) => number) {
  return { type: 'bigint', write } as const;
}

function keysOf<Shape extends object>(record: Shape): readonly (keyof Shape & string)[];
function keysOf(record: object): readonly string[] {
  return Object.keys(record);
}

/** Returns the JSON of a filter; '' without a filter, which is the most common case. */
function pingFilterJSON(filter: PingFilter | null): string {
  return filter === null || isDeepStrictEqual(filter, NO_FILTER) ? '' : JSON.stringify(filter);
}

/** Throws for a damaged value, because a ping must not count as a success by mistake. */
function parsePingFilter(json: string): PingFilter | null {
  if (json === '') return null;
  const stored: unknown = JSON.parse(json);
  const fields = new Map<string, unknown>(
    typeof stored === 'object' && stored !== null ? Object.entries(stored) : [],
  );
  const text = (name: keyof PingFilter) => String(fields.get(name) ?? '');
  const flag = (name: keyof PingFilter) => fields.get(name) === true;
  return {
    methods: requireOneOf(ACCEPTED_METHODS, text('methods'), 'monitors.ping_filter'),
    searchSubject: flag('searchSubject'),
    searchEmailBody: flag('searchEmailBody'),
    searchHTTPBody: flag('searchHTTPBody'),
    startKeywords: text('startKeywords'),
    successKeywords: text('successKeywords'),
    failureKeywords: text('failureKeywords'),
    otherwise: requireOneOf(OTHERWISE, text('otherwise'), 'monitors.ping_filter'),
  };
}
