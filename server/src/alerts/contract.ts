import type { OutboxKind } from '@overdue/domain/alerting/alert.ts';
import type { AlertPlan, ChannelDecision } from '@overdue/domain/alerting/alert-plan.ts';
import type { AlertPlanInput, OutboxDetail } from '@overdue/domain/alerting/alert-plan-input.ts';
import type { ClaimedDelivery, DeliveryAttempt } from '../channels/contract.ts';

export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'merged'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Claim {
  readonly deliveryID: number;
  readonly leaseUntil: number;
}

export type EndedAttempt = DeliveryAttempt & Claim & { readonly channelID: number };

export interface Planner {
  plan(input: AlertPlanInput): AlertPlan;
  readonly onSetAside?: (row: { readonly outboxID: number; readonly error: unknown }) => void;
}

type RetrySelection =
  /** Waiting retries of a channel, to be sent now because the channel works again. */
  | { readonly channelID: number }
  /** A finished delivery to send again under the same key. */
  | { readonly deliveryID: number; readonly expiresAt: number }
  /** All alerts and messages that were set aside because they could not be read or planned. */
  | { readonly setAside: 'all'; readonly expiresAt: number }
  /**
   * Alerts of a team that are held by a mute or a maintenance window and must be planned again. Alerts that are held because of
   * flapping keep their planning time.
   */
  | { readonly heldInTeam: string };

export type RaisedAlerts =
  /** Due reminders and escalations, at most `limit`. Clears their timers. */
  | { readonly kind: 'timers'; readonly limit: number }
  /** Reports of a period, for each team with a channel subscribed to reports. Repeated calls do nothing. */
  | ({ readonly kind: 'reports' } & Pick<OutboxDetail['report'], 'period' | 'from' | 'to'>);

export interface NotifyStore {
  /**
   * Takes the due outbox rows of one team, lets the planner plan them, and saves the plan, in one transaction. Sets aside rows
   * that can't be read or planned. Returns how many rows were processed; 0 if none was due.
   */
  planDueRows(now: number, limit: number, planner: Planner): Promise<number>;
  /** Ends a delivery whose message is unreadable, and keeps the delivery for the operator. */
  setDeliveryAside(
    deliveryID: number,
    aside: { readonly now: number; readonly reason: string },
  ): Promise<void>;
  /**
   * Leases due deliveries of enabled channels, oldest first, and marks expired deliveries as failed. Skips a delivery while an
   * older delivery about the same monitor waits for the same channel, so that a recovery can't overtake its alarm. `capacity`:
   * maximum deliveries by channel ID; `perChannel`: maximum for every other channel. `takesOver`: whether to include expired
   * leases.
   */
  claimDeliveries(options: {
    readonly now: number;
    readonly takesOver: boolean;
    readonly leaseUntil: number;
    readonly limit: number;
    readonly perChannel: number;
    readonly capacity: ReadonlyMap<number, number>;
  }): Promise<readonly ClaimedDelivery[]>;
  /** Extends leases that no other process has taken over. @returns the IDs of their deliveries */
  extendClaims(claims: readonly Claim[], until: number): Promise<readonly number[]>;
  /**
   * Saves the outcomes of attempts and ends their leases. Safe to repeat. Merges a failed alarm into its waiting recovery. `gone`
   * disables the channel and informs the team. If another process has taken over the lease, only the outcome `sent` changes the
   * delivery.
   */
  recordAttempts(attempts: readonly EndedAttempt[]): Promise<void>;
  /** Makes alerts and messages due now. Returns how many became due. */
  makeAlertsDue(selection: RetrySelection, now: number): Promise<number>;
  /** Writes outbox rows for reminders, escalations or reports. @returns the number of rows */
  raiseAlerts(alerts: RaisedAlerts, now: number): Promise<number>;
  /** Earliest time at which planning, claiming or a timer is due; null if nothing is due. May be in the past. */
  findNextAlertAt(): Promise<number | null>;
}

export interface DeliveryRecord {
  readonly id: number;
  readonly key: string;
  readonly state: DeliveryState;
  readonly kind: string;
  readonly alert: string;
  /** For direct mail, `shortID` is empty and `name` is the address. */
  readonly channel: { readonly shortID: string; readonly name: string; readonly type: string };
  readonly createdAt: number;
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly doneAt: number | null;
  readonly attempts: number;
  readonly mergedInto: string | null;
}

export interface DeliveryFilter {
  readonly key?: string;
  readonly state?: DeliveryState;
  readonly channelShortID?: string;
  readonly monitorShortID?: string;
  readonly incidentID?: string;
  readonly before?: number;
  readonly limit: number;
}

/** Planning result of an outbox row. `due`: not planned yet. `held`: planned again at `planAt`. */
export interface AlertReport {
  readonly kind: OutboxKind;
  readonly at: number;
  readonly state: 'due' | 'held' | 'planned';
  readonly held: string | null;
  readonly planAt: number;
  readonly decisions: readonly ChannelDecision[];
}

export interface DeliveryStore {
  /** Newest first. */
  listDeliveries(teamID: string, filter: DeliveryFilter): Promise<readonly DeliveryRecord[]>;
  /** The newest `limit` attempts, oldest first. */
  listAttempts(deliveryID: number, limit: number): Promise<readonly DeliveryAttempt[]>;
  /** Lists the alert reports of a transition or of an incident (by row ID), oldest first, at most 100. */
  listAlertReports(
    monitorID: number,
    about: { readonly transitionID: number } | { readonly incidentID: number },
  ): Promise<readonly AlertReport[]>;
}
