import { SEVERITIES, type Severity } from '../../domain/alert.ts';
import {
  type EscalationPolicy,
  type MaintenanceScope,
  type MaintenanceTimes,
  MONITOR_ALERTING_DEFAULT,
  type MonitorAlerting,
  PROJECT_ALERTING_DEFAULT,
  type ProjectAlerting,
  TEAM_ALERTING_DEFAULT,
  type TeamAlerting,
} from '../../domain/alerting/settings.ts';
import { readOr } from '../rows.ts';

interface Settings {
  readonly column: string;
  readonly fields: ReadonlyMap<string, unknown>;
}

type Check<T> = (value: unknown) => value is T;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isSeverity = (value: unknown): value is Severity => SEVERITIES.some((severity) => severity === value);

function orNull<T>(is: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || is(value);
}

function settingsOf(value: unknown, column: string): Settings {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { column, fields: new Map(Object.entries(value)) };
  throw new Error(
    `The database holds ${JSON.stringify(value)} in ${column}, which is not an object of settings.`,
  );
}

/** @param otherwise value of a missing field; without it, the field is required */
function read<T>(
  { fields, column }: Settings,
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

/** Reads a monitor's alert settings. Most monitors have no custom settings and take the fast path. */
export function readMonitorAlerting(json: string): MonitorAlerting {
  const otherwise = MONITOR_ALERTING_DEFAULT;
  if (json === '{}') return otherwise;
  const settings = settingsOf(JSON.parse(json), 'monitors.alerting');
  return {
    channels: read(settings, { name: 'channels', is: orNull(isTexts), otherwise: otherwise.channels }),
    severity: read(settings, { name: 'severity', is: isSeverity, otherwise: otherwise.severity }),
    remindEveryMs: read(settings, {
      name: 'remindEveryMs',
      is: orNull(isNumber),
      otherwise: otherwise.remindEveryMs,
    }),
    mutedUntil: read(settings, { name: 'mutedUntil', is: orNull(isNumber), otherwise: otherwise.mutedUntil }),
    escalation: read(settings, { name: 'escalation', is: orNull(isText), otherwise: otherwise.escalation }),
  };
}

export function readProjectAlerting(json: string): ProjectAlerting {
  const otherwise = PROJECT_ALERTING_DEFAULT;
  const settings = settingsOf(JSON.parse(json), 'projects.alerting');
  return {
    channels: read(settings, { name: 'channels', is: orNull(isTexts), otherwise: otherwise.channels }),
    remindEveryMs: read(settings, {
      name: 'remindEveryMs',
      is: isNumber,
      otherwise: otherwise.remindEveryMs,
    }),
    escalation: read(settings, { name: 'escalation', is: isText, otherwise: otherwise.escalation }),
  };
}

export function readTeamAlerting(json: string): TeamAlerting {
  const otherwise = TEAM_ALERTING_DEFAULT;
  const settings = settingsOf(JSON.parse(json), 'teams.alerting');
  const number = (name: keyof TeamAlerting) =>
    read(settings, { name, is: isNumber, otherwise: otherwise[name] });
  return {
    gatherAbove: number('gatherAbove'),
    gatherMs: number('gatherMs'),
    flapAbove: number('flapAbove'),
    flapWithinMs: number('flapWithinMs'),
    flapQuietMs: number('flapQuietMs'),
  };
}

export const monitorAlertingJSON = (alerting: MonitorAlerting) =>
  differenceJSON(alerting, MONITOR_ALERTING_DEFAULT);
export const projectAlertingJSON = (alerting: ProjectAlerting) =>
  differenceJSON(alerting, PROJECT_ALERTING_DEFAULT);
export const teamAlertingJSON = (alerting: TeamAlerting) => differenceJSON(alerting, TEAM_ALERTING_DEFAULT);

/** Returns only differences from the defaults, so that changed defaults apply to all other fields. */
function differenceJSON<T extends object>(settings: T, defaults: T): string {
  const usual = new Map<string, unknown>(Object.entries(defaults));
  return JSON.stringify(
    Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== usual.get(name))),
  );
}

export function readScope(json: string): MaintenanceScope {
  const settings = settingsOf(JSON.parse(json), 'maintenance_windows.scope');
  return {
    monitors: read(settings, { name: 'monitors', is: isTexts }),
    tags: read(settings, { name: 'tags', is: isTexts }),
    projects: read(settings, { name: 'projects', is: isTexts }),
  };
}

export function readTimes(json: string): MaintenanceTimes {
  const settings = settingsOf(JSON.parse(json), 'maintenance_windows.times');
  const isType = (value: unknown): value is MaintenanceTimes['type'] => value === 'once' || value === 'cron';
  if (read(settings, { name: 'type', is: isType }) === 'once')
    return {
      type: 'once',
      from: read(settings, { name: 'from', is: isNumber }),
      to: read(settings, { name: 'to', is: isNumber }),
    };
  return {
    type: 'cron',
    cron: read(settings, { name: 'cron', is: isText }),
    timezone: read(settings, { name: 'timezone', is: isText }),
    durationMs: read(settings, { name: 'durationMs', is: isNumber }),
  };
}

export function readSteps(json: string): EscalationPolicy['steps'] {
  const steps: unknown = JSON.parse(json);
  if (!Array.isArray(steps))
    throw new Error(`The database holds ${json} in escalation_policies.steps, which is not a list.`);
  return steps.map((step: unknown) => {
    const settings = settingsOf(step, 'escalation_policies.steps');
    return {
      afterMs: read(settings, { name: 'afterMs', is: isNumber }),
      channels: read(settings, { name: 'channels', is: isTexts }),
      onCall: read(settings, { name: 'onCall', is: isTexts, otherwise: [] }),
    };
  });
}

/** A damaged maintenance window covers nothing and counts as over. */
const NO_SCOPE: MaintenanceScope = { monitors: [], tags: [], projects: [] };
const NO_TIMES: MaintenanceTimes = { type: 'once', from: 0, to: 0 };

// Damaged settings are read as unset, so that one row doesn't break a list. "overdue-server check" names the row.
export const parseMonitorAlerting = tolerant(readMonitorAlerting, MONITOR_ALERTING_DEFAULT);
export const parseProjectAlerting = tolerant(readProjectAlerting, PROJECT_ALERTING_DEFAULT);
export const parseTeamAlerting = tolerant(readTeamAlerting, TEAM_ALERTING_DEFAULT);
export const parseScope = tolerant(readScope, NO_SCOPE);
export const parseTimes = tolerant(readTimes, NO_TIMES);
export const parseSteps = tolerant(readSteps, []);

function tolerant<T>(parse: (json: string) => T, otherwise: T): (json: string) => T {
  return (json) => readOr(() => parse(json), otherwise);
}
