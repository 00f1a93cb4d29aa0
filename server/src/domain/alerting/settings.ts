import type { Severity } from '../alert.ts';

/** What a channel can want to hear. Escalations and notices of a broken channel come to whom they are meant for, wanted or not. */
export const WANTED_KINDS = [
  'down',
  'recovered',
  'reminder',
  'failing',
  'blind_window',
  'report_weekly',
  'report_monthly',
] as const;
export type WantedKind = (typeof WANTED_KINDS)[number];

/** What a new channel wants. */
export const WANTED_BY_DEFAULT: readonly WantedKind[] = ['down', 'recovered', 'reminder', 'blind_window'];

/** Channels are named by their short IDs; null inherits: a monitor from its project, a project from the team's default channels. */
export interface MonitorAlerting {
  readonly channels: readonly string[] | null;
  readonly severity: Severity;
  /** Milliseconds between reminders of an open incident; 0 is never, null inherits. */
  readonly remindEveryMs: number | null;
  /** No alarm before this time. */
  readonly mutedUntil: number | null;
  /** The short ID of an escalation policy; '' is none, null inherits. */
  readonly escalation: string | null;
}

export interface ProjectAlerting {
  readonly channels: readonly string[] | null;
  /** 0 is never. */
  readonly remindEveryMs: number;
  /** The short ID of an escalation policy; '' is none. */
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

/** How a team's noise is kept down. */
export interface TeamAlerting {
  /** More alarms than this to one channel within `gatherMs` become one message; 0 never gathers. */
  readonly gatherAbove: number;
  readonly gatherMs: number;
  /** A monitor that went down or came back more often than this within `flapWithinMs` is flapping; 0 is never. */
  readonly flapAbove: number;
  readonly flapWithinMs: number;
  /** A flapping monitor is quiet until it has kept its status for so long. */
  readonly flapQuietMs: number;
}

export const TEAM_ALERTING_DEFAULT: TeamAlerting = {
  gatherAbove: 5,
  gatherMs: 60_000,
  flapAbove: 6,
  flapWithinMs: 3_600_000,
  flapQuietMs: 900_000,
};

/** A channel as routing sees it; what its settings are is the channel type's business. */
export interface ChannelRoute {
  readonly id: number;
  readonly shortID: string;
  /** The name of a channel type, such as `slack`; `group` stands for the channels in `members`. */
  readonly type: string;
  readonly name: string;
  /** Used where neither monitor nor project names channels. */
  readonly isDefault: boolean;
  readonly wants: readonly WantedKind[];
  /** Only monitors with one of these tags; none means all. */
  readonly tags: readonly string[];
  /** Only monitors of at least this severity. */
  readonly minSeverity: Severity;
  /** Short IDs, of a `group` alone. */
  readonly members: readonly string[];
  /** Why nothing is sent there now; null when it works. */
  readonly disabled: string | null;
}

export interface EscalationPolicy {
  readonly shortID: string;
  readonly name: string;
  /** In order; each counts from the incident's opening. At most 10. */
  readonly steps: readonly { readonly afterMs: number; readonly channels: readonly string[] }[];
}

/** What a maintenance window is for: everything in the team when all three are empty. */
export interface MaintenanceScope {
  /** Short IDs. */
  readonly monitors: readonly string[];
  readonly tags: readonly string[];
  /** Short IDs. */
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
  /** From each time of the expression on, for `durationMs`. */
  | {
      readonly type: 'cron';
      readonly cron: string;
      readonly timezone: string;
      readonly durationMs: number;
    };
