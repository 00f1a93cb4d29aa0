import type { NoticeKind, Severity } from '../alert.ts';
import type { Incident } from '../incident.ts';
import type { Monitor } from '../monitor.ts';
import type { Run } from '../run.ts';
import type {
  ChannelRoute,
  EscalationPolicy,
  MaintenanceWindow,
  MonitorAlerting,
  ProjectAlerting,
  TeamAlerting,
} from './settings.ts';

/** Outbox rows of one team that are due, oldest first, and all that must be known to say who is told what. */
export interface PlanInput {
  readonly now: number;
  readonly team: { readonly id: string; readonly name: string; readonly alerting: TeamAlerting };
  readonly rows: readonly OutboxItem[];
  readonly channels: readonly ChannelRoute[];
  /** Mail addresses of the team's owners and admins, at most 20; empty when no row could need them. */
  readonly admins: readonly string[];
  readonly maintenance: readonly MaintenanceWindow[];
  readonly escalations: readonly EscalationPolicy[];
  /** Alarms planned for each channel since `now - gatherMs`, by channel ID. */
  readonly recentAlarms: ReadonlyMap<number, number>;
  /** The message of kind `several` that still waits for its first attempt, by channel ID. */
  readonly gathering: ReadonlyMap<number, Gathering>;
}

export interface Gathering {
  readonly deliveryID: number;
  /** As it was written so far: JSON of an {@link Alert}. */
  readonly alert: string;
}

export interface OutboxItem {
  readonly id: number;
  readonly kind: NoticeKind;
  /** When it happened. */
  readonly at: number;
  /** Null when the monitor is deleted, or it is about none. */
  readonly subject: Subject | null;
  /** The incident that the row opened, goes on about, or ended. */
  readonly incident: IncidentState | null;
  /** A later row of the same monitor that is a transition exists already. */
  readonly isSuperseded: boolean;
  /** How often the monitor went down or came back within `flapWithinMs` before and with this row. */
  readonly flips: number;
  /** The end of the body of the ping that failed the run, decoded; null when there is none. */
  readonly log: string | null;
  /** What the kind needs beyond that, as JSON that its writer made: see {@link NoticeDetail}. */
  readonly detail: string | null;
  /** Why it was put off before; null when this is the first look. */
  readonly held: string | null;
}

export interface Subject {
  readonly monitorID: number;
  readonly shortID: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly alerting: MonitorAlerting;
  readonly project: { readonly shortID: string; readonly name: string; readonly alerting: ProjectAlerting };
  /** Its rules and its state as they are now. */
  readonly monitor: Monitor;
}

export interface IncidentState extends Incident {
  /** The run that opened it, where it is still kept. */
  readonly run: Run | null;
  /** Channels that have its alarm, or for which it waits. */
  readonly toldChannels: readonly number[];
  /** Channels for which its alarm waits, unsent and in nobody's hands, with the delivery. */
  readonly unsentAlarms: ReadonlyMap<number, number>;
  /** Escalation steps taken. */
  readonly escalationStep: number;
}

/** `OutboxItem.detail`, parsed, by kind. */
export interface NoticeDetail {
  /** Of a monitor that was deleted while it was down, since it can't be looked up any more; otherwise there is none. */
  readonly recovered: {
    readonly shortID: string;
    readonly name: string;
    /** The project's name. */
    readonly project: string;
    readonly tags: readonly string[];
    readonly severity: Severity;
  };
  readonly channel_disabled: { readonly channel: string; readonly name: string; readonly reason: string };
  readonly blind_window: {
    readonly from: number;
    readonly to: number;
    /** At most 100. */
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
    /** Most failures first, at most 10. */
    readonly worst: readonly {
      readonly shortID: string;
      readonly name: string;
      readonly runs: number;
      readonly failures: number;
    }[];
    /** Names of channels that are broken, or were told nothing in the time. */
    readonly silentChannels: readonly { readonly name: string; readonly why: string }[];
  };
}
