import type { MessageKind } from './alert.ts';
import type { HoldReason } from './alert-plan-input.ts';

/** Results of planning outbox rows. All results are saved in the transaction that read the rows. */
export interface AlertPlan {
  readonly rows: readonly PlannedRow[];
  readonly deliveries: readonly NewDelivery[];
  /** Monitors to add to combined messages that are still unsent. */
  readonly additions: readonly CombinedMessageAddition[];
  /** Unsent alarms that the delivery with key `into` replaces. */
  readonly replacedAlarms: readonly { readonly deliveryID: number; readonly into: string }[];
  readonly incidentTimers: readonly (IncidentTimers | ReminderTimer)[];
}

/** `planned` rows are finished; `held` rows are planned again at `planAt`. */
export interface PlannedRow {
  readonly outboxID: number;
  readonly outcome: 'planned' | 'held';
  readonly planAt: number;
  /** Null unless the row is held. */
  readonly held: HoldReason | null;
  readonly decisions: readonly ChannelDecision[];
}

export interface ChannelDecision {
  /**
   * Short ID of the channel. Empty for direct mail, where `name` is the email address, and for a reason that applies to the whole
   * row.
   */
  readonly channel: string;
  readonly name: string;
  readonly delivery: string | null;
  readonly reason: string;
}

export interface NewDelivery {
  readonly key: string;
  /** ID of the channel. If the alert goes to `alert.recipient` instead of a channel, `DIRECT_MAIL` or a negative number. */
  readonly channelID: number;
  readonly kind: MessageKind;
  /** JSON of an {@link Alert}. */
  readonly alert: string;
  readonly dueAt: number;
  readonly expiresAt: number;
  readonly items: readonly DeliveryItem[];
}

export interface CombinedMessageAddition {
  readonly deliveryID: number;
  readonly alert: string;
  readonly items: readonly DeliveryItem[];
}

/** Monitor and incident that a delivery is about. Deliveries to one channel about the same monitor are sent in order. */
export interface DeliveryItem {
  readonly outboxID: number;
  readonly monitorID: number | null;
  readonly incidentID: number | null;
}

/** Times of the next reminder and escalation of an open incident; each is null if none is due. */
export interface IncidentTimers {
  readonly incidentID: number;
  readonly remindAt: number | null;
  readonly escalateAt: number | null;
  readonly escalationStep: number;
}

/** Time of the next reminder, for an incident whose escalation stays unchanged. */
export type ReminderTimer = Pick<IncidentTimers, 'incidentID' | 'remindAt'>;
