import {
  type MaintenanceTimes,
  MONITOR_ALERTING,
  MONITOR_ALERTING_DEFAULT,
  type MonitorAlerting,
  PROJECT_ALERTING,
  PROJECT_ALERTING_DEFAULT,
  type ProjectAlerting,
  type Settings,
  TEAM_ALERTING,
  TEAM_ALERTING_DEFAULT,
  type TeamAlerting,
  type ValuesOf,
  valuesOf,
} from '@overdue/domain/alerting/alert-settings.ts';
import type { EscalationPolicy } from '@overdue/domain/alerting/escalation-policy.ts';
import type { MaintenanceScope } from '@overdue/domain/alerting/maintenance-scope.ts';
import { type Check, isNumber, isText, isTexts } from '@overdue/domain/type-check.ts';
import { readOr } from './rows.ts';

interface StoredFields {
  readonly column: string;
  readonly fields: ReadonlyMap<string, unknown>;
}

function fieldsOf(value: unknown, column: string): StoredFields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { column, fields: new Map(Object.entries(value)) };
  throw new Error(
    `The database holds ${JSON.stringify(value)} in ${column}, which is not an object of settings.`,
  );
}

/** @param otherwise value of a missing field; without it, the field is required */
function read<T>(
  { fields, column }: StoredFields,
  {
    name,
    is,
    otherwise,
  }: { readonly name: string; readonly is: Check<T>; readonly otherwise?: T | undefined },
): T {
  const value = fields.get(name) ?? otherwise;
  if (is(value)) return value;
  throw new Error(
    `The database holds ${JSON.stringify(value)} as ${name} in ${column}, which is not a known value.`,
  );
}

function readSettings<S extends Settings>(settings: S, json: string, column: string): ValuesOf<S> {
  const stored = fieldsOf(JSON.parse(json), column);
  return valuesOf(settings, ({ is, initial }, name) => read(stored, { name, is, otherwise: initial }));
}

/** Reads a monitor's alert settings. Most monitors have no custom settings and take the fast path. */
export const readMonitorAlerting = (json: string): MonitorAlerting =>
  json === '{}' ? MONITOR_ALERTING_DEFAULT : readSettings(MONITOR_ALERTING, json, 'monitors.alerting');
export const readProjectAlerting = (json: string) =>
  readSettings(PROJECT_ALERTING, json, 'projects.alerting');
export const readTeamAlerting = (json: string) => readSettings(TEAM_ALERTING, json, 'teams.alerting');

export const monitorAlertingJSON = (alerting: MonitorAlerting) => differenceJSON(MONITOR_ALERTING, alerting);
export const projectAlertingJSON = (alerting: ProjectAlerting) => differenceJSON(PROJECT_ALERTING, alerting);
export const teamAlertingJSON = (alerting: TeamAlerting) => differenceJSON(TEAM_ALERTING, alerting);

/** Returns only the settings that differ from the defaults, so that other settings follow later changes of the defaults. */
function differenceJSON(settings: Settings, values: Readonly<Record<string, unknown>>): string {
  const changed = Object.entries(settings).filter(([name, { initial }]) => values[name] !== initial);
  return JSON.stringify(Object.fromEntries(changed.map(([name]) => [name, values[name]])));
}

export function readScope(json: string): MaintenanceScope {
  const stored = fieldsOf(JSON.parse(json), 'maintenance_windows.scope');
  return {
    monitors: read(stored, { name: 'monitors', is: isTexts }),
    tags: read(stored, { name: 'tags', is: isTexts }),
    projects: read(stored, { name: 'projects', is: isTexts }),
  };
}

export function readTimes(json: string): MaintenanceTimes {
  const stored = fieldsOf(JSON.parse(json), 'maintenance_windows.times');
  const isType = (value: unknown): value is MaintenanceTimes['type'] => value === 'once' || value === 'cron';
  if (read(stored, { name: 'type', is: isType }) === 'once')
    return {
      type: 'once',
      from: read(stored, { name: 'from', is: isNumber }),
      to: read(stored, { name: 'to', is: isNumber }),
    };
  return {
    type: 'cron',
    cron: read(stored, { name: 'cron', is: isText }),
    timezone: read(stored, { name: 'timezone', is: isText }),
    durationMs: read(stored, { name: 'durationMs', is: isNumber }),
  };
}

export function readSteps(json: string): EscalationPolicy['steps'] {
  const steps: unknown = JSON.parse(json);
  if (!Array.isArray(steps))
    throw new Error(`The database holds ${json} in escalation_policies.steps, which is not a list.`);
  return steps.map((step: unknown) => {
    const stored = fieldsOf(step, 'escalation_policies.steps');
    return {
      afterMs: read(stored, { name: 'afterMs', is: isNumber }),
      channels: read(stored, { name: 'channels', is: isTexts }),
      onCall: read(stored, { name: 'onCall', is: isTexts, otherwise: [] }),
    };
  });
}

/** A damaged maintenance window covers nothing and counts as over. */
const NO_SCOPE: MaintenanceScope = { monitors: [], tags: [], projects: [] };
const NO_TIMES: MaintenanceTimes = { type: 'once', from: 0, to: 0 };

// Damaged settings are read as unset, so that one row doesn't break a list. "overdue-server check" names the row.
export const parseMonitorAlerting = orDefault(readMonitorAlerting, MONITOR_ALERTING_DEFAULT);
export const parseProjectAlerting = orDefault(readProjectAlerting, PROJECT_ALERTING_DEFAULT);
export const parseTeamAlerting = orDefault(readTeamAlerting, TEAM_ALERTING_DEFAULT);
export const parseScope = orDefault(readScope, NO_SCOPE);
export const parseTimes = orDefault(readTimes, NO_TIMES);
export const parseSteps = orDefault(readSteps, []);

function orDefault<T>(parse: (json: string) => T, otherwise: T): (json: string) => T {
  return (json) => readOr(() => parse(json), otherwise);
}
