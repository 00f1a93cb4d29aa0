import type { MessageKind } from '../alert.ts';

/** What is to be done about outbox rows: saved whole, in the transaction in which they were read. */
export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly deliveries: readonly NewDelivery[];
  /** More monitors for messages that still gather. */
  readonly additions: readonly Addition[];
  /** Alarms that need not be sent any more, since the delivery of that key says what they would have said. */
  readonly merged: readonly { readonly deliveryID: number; readonly into: string }[];
  readonly incidents: readonly IncidentTimers[];
}

/** `planned` is done with; `held` is looked at again at `planAt`. */
export interface PlannedRow {
  readonly outboxID: number;
  readonly outcome: 'planned' | 'held';
  readonly planAt: number;
  /** Why it is held, for who asks meanwhile; null when it is not. */
  readonly held: string | null;
  readonly told: readonly Told[];
}

/** Whether a channel was told, and if not, why: in words, for the team. */
export interface Told {
  /**
   * Its short ID and its name as it was then. Of a member who was mailed directly there is the address alone; both are empty
   * when the reason holds for the whole row.
   */
  readonly channel: string;
  readonly name: string;
  /** The delivery's key; null when nothing is sent. */
  readonly delivery: string | null;
  readonly reason: string;
}

export interface NewDelivery {
  readonly key: string;
  /** Or `DIRECT_MAIL`: then the alert names its recipient. */
  readonly channelID: number;
  readonly kind: MessageKind;
  /** JSON of an {@link Alert}. */
  readonly alert: string;
  readonly dueAt: number;
  /** After this it is given up. */
  readonly expiresAt: number;
  readonly items: readonly DeliveryItem[];
}

export interface Addition {
  readonly deliveryID: number;
  readonly alert: string;
  readonly items: readonly DeliveryItem[];
}

/** What a delivery is about: by this its order against others of the same monitor and channel is kept. */
export interface DeliveryItem {
  readonly outboxID: number;
  readonly monitorID: number | null;
  readonly incidentID: number | null;
}

/** When something is due about an open incident by itself; null when nothing is. */
export interface IncidentTimers {
  readonly incidentID: number;
  readonly remindAt: number | null;
  readonly escalateAt: number | null;
  readonly escalationStep: number;
}
