import type { Severity } from '../alert.ts';

/** Kinds of alerts that a channel can subscribe to. Escalations and alerts about disabled channels need no subscription. */
export const SUBSCRIPTION_KINDS = [
  'down',
  'recovered',
  'reminder',
  'failing',
  'blind_window',
  'report_weekly',
  'report_monthly',
] as const;
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];

export const DEFAULT_SUBSCRIPTIONS: readonly SubscriptionKind[] = [
  'down',
  'recovered',
  'reminder',
  'blind_window',
];

/** Channels are referenced by short ID. Null inherits: a monitor from its project, a project from the team's default channels. */
export interface MonitorAlerting {
  readonly channels: readonly string[] | null;
  readonly severity: Severity;
  /** Milliseconds between reminders of an open incident; 0 turns reminders off, null inherits. */
  readonly remindEveryMs: number | null;
  readonly mutedUntil: number | null;
  /** Short ID of an escalation policy; '' for none, null inherits. */
  readonly escalation: string | null;
}

export interface ProjectAlerting {
  readonly channels: readonly string[] | null;
  /** 0 turns reminders off. */
  readonly remindEveryMs: number;
  readonly escalation: string;
}

export const MONITOR_ALERTING_DEFAULT: MonitorAlerting = {
  channels: null,
  severity: 'normal',
  remindEveryMs: null,
  mutedUntil: null,
  escalation: null,
};

export const PROJECT_ALERTING_DEFAULT: ProjectAlerting = { channels: null, remindEveryMs: 0, escalation: '' };

export interface TeamAlerting {
  /** Number of alarms to one channel within `gatherMs` above which they are combined (kind `combined`); 0 never combines. */
  readonly gatherAbove: number;
  readonly gatherMs: number;
  /** Number of status changes within `flapWithinMs` above which a monitor counts as flapping; 0 turns detection off. */
  readonly flapAbove: number;
  readonly flapWithinMs: number;
  /** How long a flapping monitor must keep its status before it is alerted again. */
  readonly flapQuietMs: number;
}

export const TEAM_ALERTING_DEFAULT: TeamAlerting = {
  gatherAbove: 5,
  gatherMs: 60_000,
  flapAbove: 6,
  flapWithinMs: 3_600_000,
  flapQuietMs: 900_000,
};

export interface ChannelRoute {
  readonly id: number;
  readonly shortID: string;
  /** Channel type, such as `slack`. A `group` forwards alerts to the channels in `members`. */
  readonly type: string;
  readonly name: string;
  /** Whether monitors use the channel when neither they nor their project name channels. */
  readonly isDefault: boolean;
  readonly subscriptions: readonly SubscriptionKind[];
  /** Tags of which a monitor must have at least one; empty accepts all monitors. */
  readonly tags: readonly string[];
  readonly minSeverity: Severity;
  readonly members: readonly string[];
  readonly disabled: string | null;
}

export interface EscalationPolicy {
  readonly shortID: string;
  readonly name: string;
  /** Steps in order, at most 10. Each delay counts from the start of the incident. */
  readonly steps: readonly EscalationStep[];
}

export interface EscalationStep {
  readonly afterMs: number;
  readonly channels: readonly string[];
  /** On-call schedules, by short ID, whose member on call is alerted. */
  readonly onCall: readonly string[];
}

/** Monitors that a maintenance window includes; all monitors of the team if the three lists are empty. */
export interface MaintenanceScope {
  readonly monitors: readonly string[];
  readonly tags: readonly string[];
  readonly projects: readonly string[];
}

export interface MaintenanceWindow {
  readonly shortID: string;
  readonly name: string;
  readonly scope: MaintenanceScope;
  readonly times: MaintenanceTimes;
}

export type MaintenanceTimes =
  | { readonly type: 'once'; readonly from: number; readonly to: number }
  /** A recurring window: begins at each time of the expression and lasts `durationMs`. */
  | {
      readonly type: 'cron';
      readonly cron: string;
      readonly timezone: string;
      readonly durationMs: number;
    };
