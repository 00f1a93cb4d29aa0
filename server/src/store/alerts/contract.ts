import type { TeamSecurity } from '../../domain/access/team-security.ts';
import type { NoticeKind } from '../../domain/alert.ts';
import type { Plan, Told } from '../../domain/alerting/plan.ts';
import type { PlanInput } from '../../domain/alerting/plan-input.ts';
import type {
  ChannelRoute,
  EscalationPolicy,
  MaintenanceWindow,
  TeamAlerting,
} from '../../domain/alerting/settings.ts';
import type { Incident } from '../../domain/incident.ts';
import type { Run } from '../../domain/run.ts';
import type { Check, Edit, Edited, References, Revised, Unnamed } from '../edits.ts';

/** Waits for an attempt, has arrived, was given up, or is said by another one (`merged`). */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'merged'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const ATTEMPT_OUTCOMES = ['sent', 'failed', 'refused', 'gone'] as const;
/**
 * `failed` may work later. `refused`: the receiver will never take this message. `gone`: it will never take any, so the
 * channel is switched off.
 */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface Attempt {
  readonly at: number;
  readonly latencyMs: number;
  readonly outcome: AttemptOutcome;
  /** The receiver's status code, if it speaks HTTP or SMTP; null when there was no answer. */
  readonly status: number | null;
  /** What it answered or what went wrong, at most 500 characters, without secrets. */
  readonly answer: string;
  /** When it is tried again; null when it is not. */
  readonly nextAt: number | null;
}

/** A delivery that is the caller's alone until its lease ends. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly key: string;
  /** JSON of an {@link import('../../domain/alert.ts').Alert}. */
  readonly alert: string;
  /** Attempts so far. */
  readonly attempts: number;
  readonly expiresAt: number;
  /** When the lease ends. By this the claim is known, since whoever takes it over has a lease that ends later. */
  readonly leaseUntil: number;
  readonly channel: {
    readonly id: number;
    readonly shortID: string;
    readonly type: string;
    readonly name: string;
    /** The settings, sealed. */
    readonly settings: string;
  };
}

/** A delivery as its holder knows it. */
export interface Claim {
  readonly deliveryID: number;
  readonly leaseUntil: number;
}

export type EndedAttempt = Attempt & Claim & { readonly channelID: number };

/** Decides what is to be done about due rows. */
export interface PlanWriter {
  (input: PlanInput): Plan;
  /** Called for each row that is set aside. */
  readonly onSetAside?: (row: { readonly outboxID: number; readonly error: unknown }) => void;
}

export interface NotifyStore {
  /**
   * Takes the outbox rows of one team that are due, asks `write` what is to be done about them, and saves that, all in one
   * transaction.
   *
   * Sets aside, each by itself, the rows that can't be read or planned.
   *
   * @returns how many rows were looked at; 0 when none is due
   */
  planAlerts(now: number, limit: number, write: PlanWriter): Promise<number>;
  /** Ends a delivery whose message can't be read, and keeps it for the operator. */
  setDeliveryAside(
    deliveryID: number,
    aside: { readonly now: number; readonly reason: string },
  ): Promise<void>;
  /**
   * Leases deliveries that are due, oldest first, of channels that are not switched off. Never one whose monitor has an older
   * delivery to the same channel that still waits, so that a recovery can't overtake its alarm. Expired ones are given up.
   *
   * @param room how many more each channel may have under way, by channel ID; others get `perChannel`
   * @param takesOver whether also those whose lease has run out, since their holder seems to have died
   */
  claimDeliveries(options: {
    readonly now: number;
    readonly takesOver: boolean;
    readonly leaseUntil: number;
    readonly limit: number;
    readonly perChannel: number;
    readonly room: ReadonlyMap<number, number>;
  }): Promise<readonly ClaimedDelivery[]>;
  /** Moves the end of leases that nobody has taken over. @returns the IDs of their deliveries */
  extendClaims(claims: readonly Claim[], until: number): Promise<readonly number[]>;
  /**
   * Saves what came of attempts and ends their leases, in one transaction. An alarm that failed while its recovery waits for
   * the same channel is merged into that. `gone` switches the channel off and writes the outbox row that tells the team. Of
   * one whose lease was taken over counts only that it was sent: the rest is left to whoever tries it now. Saving the same
   * again changes nothing.
   */
  recordAttempts(attempts: readonly EndedAttempt[]): Promise<void>;
  /** The channel works again: what waits for it need not wait for its next try. */
  wakeChannel(channelID: number, now: number): Promise<void>;
  /** Writes outbox rows for the reminders and escalations that are due, and clears those timers. @returns how many */
  raiseTimers(now: number, limit: number): Promise<number>;
  /** Writes an outbox row with a report for each team that has a channel which wants it; a second call for the same time does nothing. */
  raiseReports(period: 'weekly' | 'monthly', from: number, to: number, now: number): Promise<number>;
  /** The earliest time at which one of the above has something to do; null when never. May be in the past. */
  nextAlertAt(): Promise<number | null>;
}

export interface ChannelRecord extends ChannelRoute {
  readonly teamID: string;
  readonly createdAt: number;
  readonly revision: number;
  /** Sealed: only the process with the key can read them. */
  readonly settings: string;
  readonly disabledAt: number | null;
  readonly lastSentAt: number | null;
  /** The last attempt that did not work; null after one that did. */
  readonly lastError: { readonly at: number; readonly answer: string } | null;
}

export type NewChannel = Omit<
  ChannelRecord,
  'id' | 'revision' | 'lastSentAt' | 'lastError' | 'disabledAt' | 'disabled'
>;
export type ChannelChange = Partial<
  Pick<
    ChannelRecord,
    | 'name'
    | 'isDefault'
    | 'wants'
    | 'tags'
    | 'minSeverity'
    | 'members'
    | 'settings'
    | 'disabled'
    | 'disabledAt'
  >
>;

export interface IncidentRecord extends Incident {
  readonly monitor: { readonly shortID: string; readonly name: string; readonly projectShortID: string };
  /** The ID of the run that opened it, where that is still kept. */
  readonly runID: string | null;
}

export interface IncidentFilter {
  /** Only incidents that opened from this time on, and until that, both included. */
  readonly openedFrom?: number;
  readonly openedTo?: number;
  readonly state?: 'open' | 'closed';
  readonly monitorShortID?: string;
  /** Only incidents of monitors of these projects, by their short IDs. */
  readonly projects?: readonly string[];
  readonly before?: number;
  readonly limit: number;
}

export interface DeliveryRecord {
  readonly id: number;
  readonly key: string;
  readonly state: DeliveryState;
  readonly kind: string;
  readonly alert: string;
  /** Of a mail straight to a member there is no short ID, and the name is the address. */
  readonly channel: { readonly shortID: string; readonly name: string; readonly type: string };
  readonly createdAt: number;
  /** When it is tried next, while it waits. */
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly doneAt: number | null;
  readonly attempts: number;
  /** The key of the delivery that says it, of a merged one. */
  readonly mergedInto: string | null;
}

export interface DeliveryFilter {
  readonly state?: DeliveryState;
  readonly channelShortID?: string;
  readonly monitorShortID?: string;
  readonly incidentID?: string;
  readonly before?: number;
  readonly limit: number;
}

/** What became of an outbox row. `due` is not looked at yet; `held` will be looked at again at `planAt`. */
export interface AlertReport {
  readonly kind: NoticeKind;
  readonly at: number;
  readonly state: 'due' | 'held' | 'planned';
  readonly held: string | null;
  readonly planAt: number;
  readonly told: readonly Told[];
}

export interface ChannelStore {
  /** Oldest first. */
  listChannels(teamID: string, afterID: number, limit: number): Promise<readonly ChannelRecord[]>;
  findChannel(teamID: string, shortID: string): Promise<ChannelRecord | null>;
  /** Of whichever team: for somebody who proves otherwise that the channel is theirs. */
  channelOf(shortID: string): Promise<ChannelRecord | null>;
  /** Counts and inserts in one transaction; null when the team has `max` already. */
  createChannel(channel: NewChannel, max: number, references?: References): Promise<ChannelRecord | null>;
  /** Null when the channel is gone. */
  changeChannel(id: number, edit: Edit<ChannelRecord, ChannelChange>): Promise<Edited<ChannelRecord> | null>;
  /** Sends nothing there any more, and tells the team, once. */
  switchOffChannel(id: number, reason: string, at: number): Promise<void>;
  /**
   * Deletes a channel with its deliveries, and removes it from groups, monitors, projects and steps of escalation policies. A list
   * that becomes empty stays empty. Null when the channel is gone.
   */
  deleteChannel(id: number, check?: Check<ChannelRecord>): Promise<Unnamed | null>;
  /** Newest first. */
  listDeliveries(teamID: string, filter: DeliveryFilter): Promise<readonly DeliveryRecord[]>;
  findDelivery(teamID: string, key: string): Promise<DeliveryRecord | null>;
  /** Oldest first, at most `limit` of the newest. */
  listAttempts(deliveryID: number, limit: number): Promise<readonly Attempt[]>;
  /** Makes a delivery that is done wait again, with the same key. False when it still waits or is gone. */
  sendAgain(deliveryID: number, now: number, expiresAt: number): Promise<boolean>;
  /** Who was told of a transition; null when there is no such transition of that monitor, or its row is no longer kept. */
  findAlertReport(monitorID: number, transitionID: number): Promise<AlertReport | null>;
}

export interface IncidentStore {
  /** Newest first. */
  listIncidents(teamID: string, filter: IncidentFilter): Promise<readonly IncidentRecord[]>;
  findIncident(teamID: string, incidentID: string): Promise<IncidentRecord | null>;
  /** The runs that failed in its time, the first one included, oldest first. */
  listFailures(incident: Incident, limit: number): Promise<readonly Run[]>;
  /** Stops its reminders and escalations. False when it was acknowledged or closed before. */
  acknowledgeIncident(id: number, at: number, by: string, note: string): Promise<boolean>;
}

export interface TeamSettings extends TeamSecurity {
  readonly name: string;
  readonly alerting: TeamAlerting;
  readonly revision: number;
}

export type TeamChange = Partial<Omit<TeamSettings, 'revision'>>;

export type MaintenanceChange = Partial<Omit<MaintenanceWindow, 'shortID'>>;
export type EscalationChange = Partial<Omit<EscalationPolicy, 'shortID'>>;

/** Circumstances of an insert: its time, the limit of the team, and the references of the new resource. */
export interface Creation {
  readonly createdAt: number;
  readonly max: number;
  readonly references?: References;
}

export interface AlertSettingsStore {
  teamSettings(teamID: string): Promise<TeamSettings>;
  changeTeam(teamID: string, edit: Edit<TeamSettings, TeamChange>): Promise<Edited<TeamSettings>>;
  /** Silence may have ended early: what a mute or a maintenance window puts off is due now. Flapping is left to its time. */
  replanTeam(teamID: string, now: number): Promise<void>;
  /** All of a team's, oldest first. */
  listMaintenance(teamID: string): Promise<readonly Revised<MaintenanceWindow>[]>;
  /** False when the team has `max` already. */
  createMaintenance(teamID: string, window: MaintenanceWindow, creation: Creation): Promise<boolean>;
  /** Null when there is none of that short ID. */
  changeMaintenance(
    teamID: string,
    shortID: string,
    edit: Edit<Revised<MaintenanceWindow>, MaintenanceChange>,
  ): Promise<Edited<Revised<MaintenanceWindow>> | null>;
  deleteMaintenance(
    teamID: string,
    shortID: string,
    check?: Check<Revised<MaintenanceWindow>>,
  ): Promise<boolean>;
  listEscalations(teamID: string): Promise<readonly Revised<EscalationPolicy>[]>;
  /** False when the team has `max` already. */
  createEscalation(teamID: string, policy: EscalationPolicy, creation: Creation): Promise<boolean>;
  /** Null when there is none of that short ID. */
  changeEscalation(
    teamID: string,
    shortID: string,
    edit: Edit<Revised<EscalationPolicy>, EscalationChange>,
  ): Promise<Edited<Revised<EscalationPolicy>> | null>;
  /** Deletes a policy. Monitors and projects that named it have no escalation afterwards. Null when the policy is gone. */
  deleteEscalation(
    teamID: string,
    shortID: string,
    check?: Check<Revised<EscalationPolicy>>,
  ): Promise<Unnamed | null>;
}
