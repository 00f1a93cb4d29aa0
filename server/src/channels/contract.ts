import type { RoutedChannel } from '@overdue/domain/alerting/alert-settings.ts';
import type { FoundInAnyTeam, Resources, ResourceTypes } from '../database/resources/contract.ts';

export interface ChannelRecord extends RoutedChannel {
  readonly teamID: string;
  readonly createdAt: number;
  readonly revision: number;
  readonly settings: string;
  readonly disabledAt: number | null;
  readonly lastSentAt: number | null;
  readonly lastError: { readonly at: number; readonly answer: string } | null;
}

/** Health of a channel after a test alert or an unsubscription. */
export type ChannelHealth =
  /** The receiver accepted the last message. */
  | { readonly state: 'sent'; readonly at: number }
  /** `answer`: the receiver's response or the error. The channel stays enabled. */
  | { readonly state: 'failed'; readonly at: number; readonly answer: string }
  /** The receiver no longer accepts messages. Stops all sending to the channel and informs the team, once. */
  | { readonly state: 'gone'; readonly at: number; readonly answer: string };

export type NewChannel = Omit<
  ChannelRecord,
  'id' | 'revision' | 'lastSentAt' | 'lastError' | 'disabledAt' | 'disabled'
>;
export type ChannelChange = Partial<
  Pick<
    ChannelRecord,
    | 'name'
    | 'isDefault'
    | 'subscriptions'
    | 'tags'
    | 'minSeverity'
    | 'members'
    | 'settings'
    | 'disabled'
    | 'disabledAt'
  >
>;

export interface ChannelResource extends ResourceTypes {
  readonly record: ChannelRecord;
  readonly new: NewChannel;
  readonly change: ChannelChange;
  readonly creationRefusal: never;
  readonly deletionRefusal: never;
}

export interface ChannelStore {
  /**
   * Deleting a channel also deletes its deliveries and references. Call `findInAnyTeam` only after checking access in another
   * way.
   */
  readonly channels: Resources<ChannelResource> &
    FoundInAnyTeam<ChannelRecord> & {
      recordHealth(channel: Pick<ChannelRecord, 'id' | 'teamID'>, health: ChannelHealth): Promise<void>;
    };
}

export const ATTEMPT_OUTCOMES = ['sent', 'failed', 'refused', 'gone'] as const;

/**
 * `failed`: a retry may succeed. `refused`: the receiver never accepts this message. `gone`: the receiver accepts no messages at
 * all.
 */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface DeliveryAttempt {
  readonly at: number;
  readonly latencyMs: number;
  readonly outcome: AttemptOutcome;
  /** Status code of the receiver (HTTP or SMTP); null without a response. */
  readonly status: number | null;
  /** The receiver's response or the error, at most 500 characters, without secrets. */
  readonly answer: string;
  readonly nextAt: number | null;
}

export interface ClaimedDelivery {
  readonly id: number;
  readonly key: string;
  /** JSON of an {@link import('@overdue/domain/alerting/alert.ts').Alert}. */
  readonly alert: string;
  readonly attempts: number;
  readonly expiresAt: number;
  /** End of the lease. Identifies the claim, because each new holder gets a later end. */
  readonly leaseUntil: number;
  readonly channel: {
    readonly id: number;
    readonly shortID: string;
    readonly type: string;
    readonly name: string;
    readonly settings: string;
  };
}
