import type { Incident } from '../incidents/incident.ts';
import type { Run } from '../monitor/run.ts';
import type { Monitor } from '../monitor/state.ts';
import type { Roster } from '../on-call/schedule.ts';
import type { AlertedSettings, OutboxKind, Severity } from './alert.ts';
import type {
  MaintenanceWindow,
  MonitorAlerting,
  ProjectAlerting,
  RoutedChannel,
  TeamAlerting,
} from './alert-settings.ts';
import type { EscalationPolicy } from './escalation-policy.ts';

/** Due outbox rows of one team, oldest first, with all data that planning needs. */
export interface AlertPlanInput {
  readonly now: number;
  readonly team: { readonly id: string; readonly name: string; readonly alerting: TeamAlerting };
  readonly rows: readonly OutboxRow[];
  readonly channels: readonly RoutedChannel[];
  /** Email addresses of the team's owners and admins, at most 20; empty if no row could need them. */
  readonly admins: readonly string[];
  readonly maintenance: readonly MaintenanceWindow[];
  readonly escalations: readonly EscalationPolicy[];
  /** On-call schedules; empty if no escalation policy names one. */
  readonly rosters: readonly Roster[];
  /** Members who may be on call or were alerted while on call; empty if no row needs them. */
  readonly members: readonly ReachableMember[];
  /** Number of alarms planned for each channel since `now - combineWithinMs`, by channel ID. */
  readonly recentAlarms: ReadonlyMap<number, number>;
  /** The combined message (`combined`) that awaits its first attempt, by channel ID. */
  readonly combinedMessages: ReadonlyMap<number, CombinedMessage>;
}

/** A member, with the ways to reach the member on call: mail, devices, and any channels that belong to the member. */
export interface ReachableMember {
  readonly memberID: string;
  readonly name: string;
  readonly email: string;
  /** Whether the member is an owner or admin. */
  readonly isAdmin: boolean;
  /** Short IDs of channels. */
  readonly channels: readonly string[];
  /** Whether the member has a device that shows alerts as notifications. */
  readonly hasDevices: boolean;
}

export interface CombinedMessage {
  readonly deliveryID: number;
  /** The message so far: JSON of an {@link Alert}. */
  readonly alert: string;
}

export interface OutboxRow {
  readonly id: number;
  readonly kind: OutboxKind;
  readonly at: number;
  /** Null if the monitor is deleted, or if the row isn't about a monitor. */
  readonly subject: AlertSubject | null;
  readonly incident: IncidentState | null;
  /** Whether a later transition of the same monitor exists already. */
  readonly isSuperseded: boolean;
  /** Number of times the monitor went down or recovered within `flapWithinMs` before this row, including this row. */
  readonly flapCount: number;
  readonly log: string | null;
  /** JSON of a {@link OutboxDetail}, for kinds that need more data. */
  readonly detail: string | null;
  /** Why the row was held when it was last planned; null if it wasn't planned before. */
  readonly previousHold: HoldReason | null;
}

export interface AlertSubject extends AlertedSettings {
  readonly monitorID: number;
  readonly shortID: string;
  readonly alerting: MonitorAlerting;
  readonly project: { readonly shortID: string; readonly name: string; readonly alerting: ProjectAlerting };
  readonly monitor: Monitor;
}

export interface IncidentState extends Incident {
  readonly run: Run | null;
  /** Channels that have received the incident's alarm, or whose delivery of the alarm is pending. */
  readonly alarmedChannelIDs: readonly number[];
  /** Unsent, unclaimed deliveries of the incident's alarm, by channel. */
  readonly unsentAlarms: ReadonlyMap<number, number>;
  readonly escalationStep: number;
  /** Whether the next escalation step is scheduled, or waits in the outbox to be planned. */
  readonly isEscalationPending: boolean;
}

/** Extra data of outbox rows, by kind. Other kinds need only the columns of the row. */
export interface OutboxDetail {
  /** Set only for a monitor that was deleted while it was down, because its data can't be looked up any more. */
  readonly recovered: AlertedSettings & {
    readonly shortID: string;
    readonly project: string;
    readonly severity: Severity;
  };
  readonly channel_disabled: { readonly channel: string; readonly name: string; readonly reason: string };
  readonly blind_window: {
    readonly from: number;
    readonly to: number;
    /** Whether the runs were judged after the team's message about the window. */
    readonly isLater: boolean;
    /** Empty if no run needs a message, because another row's message lists it or it was reported since. */
    readonly monitors: readonly { readonly shortID: string; readonly name: string }[];
    readonly count: number;
  };
  readonly report: {
    readonly period: 'weekly' | 'monthly';
    readonly from: number;
    readonly to: number;
    readonly runs: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly missed: number;
    readonly incidents: number;
    /** Monitors with the most failures, worst first, at most 10. */
    readonly worst: readonly {
      readonly shortID: string;
      readonly name: string;
      readonly runs: number;
      readonly failures: number;
    }[];
    readonly silentChannels: readonly { readonly name: string; readonly why: string }[];
  };
}

export const HOLD_CAUSES = ['mute', 'maintenance', 'flapping', 'snooze'] as const;

/** Why an alert is postponed. Code reads only `by`; the reason is for people. */
export interface HoldReason {
  readonly by: (typeof HOLD_CAUSES)[number];
  readonly reason: string;
}

export interface Hold extends HoldReason {
  readonly until: number;
}
