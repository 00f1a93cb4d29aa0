import { type Check, isNumber, isText, isTexts, orNull } from '../type-check.ts';
import { isSeverity, type Severity } from './alert.ts';
import type { MaintenanceScope } from './maintenance-scope.ts';
import type { SubscriptionKind } from './subscriptions.ts';

/** One alert setting of a monitor, a project or a team. */
interface Setting<T> {
  /** Checks a stored value. */
  readonly is: Check<T>;
  readonly initial: T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

export type ValuesOf<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

/** Returns an object with one value per setting. */
export function valuesOf<S extends Settings>(
  settings: S,
  pick: (setting: Setting<unknown>, name: string) => unknown,
): ValuesOf<S>;
export function valuesOf(
  settings: Settings,
  pick: (setting: Setting<unknown>, name: string) => unknown,
): object {
  return Object.fromEntries(Object.entries(settings).map(([name, each]) => [name, pick(each, name)]));
}

function setting<T>(is: Check<T>, initial: T): Setting<T> {
  return { is, initial };
}

/**
 * Channels are given by short ID. Null inherits: a monitor uses the project's value, and a project uses the team's default
 * channels.
 */
export const MONITOR_ALERTING = {
  channels: setting(orNull(isTexts), null),
  severity: setting(isSeverity, 'normal'),
  /** Milliseconds between reminders of an open incident; 0 turns reminders off, null inherits. */
  remindEveryMs: setting(orNull(isNumber), null),
  mutedUntil: setting(orNull(isNumber), null),
  /** Short ID of an escalation policy; '' for none, null inherits. */
  escalation: setting(orNull(isText), null),
};

export const PROJECT_ALERTING = {
  channels: setting(orNull(isTexts), null),
  /** 0 turns reminders off. */
  remindEveryMs: setting(isNumber, 0),
  escalation: setting(isText, ''),
};

export const TEAM_ALERTING = {
  /** Maximum alarms to one channel within `combineWithinMs` before alarms are combined (kind `combined`); 0 never combines. */
  combineAbove: setting(isNumber, 5),
  combineWithinMs: setting(isNumber, 60_000),
  /** Maximum status changes within `flapWithinMs` before a monitor counts as flapping; 0 turns detection off. */
  flapAbove: setting(isNumber, 6),
  flapWithinMs: setting(isNumber, 3_600_000),
  /** How long a flapping monitor must keep its status before it is alerted again. */
  flapQuietMs: setting(isNumber, 900_000),
};

export type MonitorAlerting = ValuesOf<typeof MONITOR_ALERTING>;
export type ProjectAlerting = ValuesOf<typeof PROJECT_ALERTING>;
export type TeamAlerting = ValuesOf<typeof TEAM_ALERTING>;

export const MONITOR_ALERTING_DEFAULT: MonitorAlerting = valuesOf(MONITOR_ALERTING, ({ initial }) => initial);
export const PROJECT_ALERTING_DEFAULT: ProjectAlerting = valuesOf(PROJECT_ALERTING, ({ initial }) => initial);
export const TEAM_ALERTING_DEFAULT: TeamAlerting = valuesOf(TEAM_ALERTING, ({ initial }) => initial);

export interface RoutedChannel {
  readonly id: number;
  readonly shortID: string;
  /** Channel type, such as `slack`. A `group` forwards alerts to the channels in `members`. */
  readonly type: string;
  readonly name: string;
  /** Whether the channel is a default channel: a monitor uses it if neither the monitor nor its project names channels. */
  readonly isDefault: boolean;
  readonly subscriptions: readonly SubscriptionKind[];
  /** Alerts only about monitors that have at least one of these tags. Empty: all monitors. */
  readonly tags: readonly string[];
  readonly minSeverity: Severity;
  readonly members: readonly string[];
  /** Why the channel is disabled; null if it is enabled. */
  readonly disabled: string | null;
}

export interface MaintenanceWindow {
  readonly shortID: string;
  readonly name: string;
  readonly scope: MaintenanceScope;
  readonly times: MaintenanceTimes;
}

export type MaintenanceTimes =
  | { readonly type: 'once'; readonly from: number; readonly to: number }
  /** A recurring window. Begins at each time that the cron expression matches, and lasts `durationMs`. */
  | {
      readonly type: 'cron';
      readonly cron: string;
      readonly timezone: string;
      readonly durationMs: number;
    };
