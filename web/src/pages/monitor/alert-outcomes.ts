import type { ChannelDecision, Delivery } from '@overdue/sdk';

/** Outcome of an alert. `unknown`: the delivery can't be read, for example because it is no longer stored. */
export type AlertOutcome = 'alerted' | 'pending' | 'failed' | 'unknown';

export interface ReadDelivery {
  /** Undefined while loading, and if the delivery couldn't be read. */
  readonly delivery: Pick<Delivery, 'state' | 'doneAt'> | undefined;
  readonly isLoading: boolean;
}

export interface ChannelOutcome {
  readonly channel: string;
  readonly name: string;
  /** Time of the delivery; null if the message was not delivered on its own. */
  readonly deliveredAt: string | null;
  /** Whether the message was delivered as part of a combined message. */
  readonly isCombined: boolean;
}

export interface OutcomeGroup {
  readonly outcome: AlertOutcome;
  readonly channels: readonly ChannelOutcome[];
}

/** Order in which the outcomes are shown. Outcomes that need attention come first. */
const OUTCOMES = ['failed', 'pending', 'alerted', 'unknown'] as const;

/**
 * Groups channels by the outcome of their alert. `reads` contains the delivery of each decision, in the same order. Omits
 * channels whose delivery is loading.
 */
export function groupByOutcome(
  decisions: readonly Pick<ChannelDecision, 'channel' | 'name'>[],
  reads: readonly ReadDelivery[],
): readonly OutcomeGroup[] {
  const channels = decisions.flatMap(({ channel, name }, index) => {
    const read = reads[index];
    if (read === undefined || read.isLoading) return [];
    const { delivery } = read;
    const deliveredAt = delivery?.state === 'sent' ? delivery.doneAt : null;
    const isCombined = delivery?.state === 'merged';
    return [{ outcome: outcomeOf(delivery), channel: { channel, name, deliveredAt, isCombined } }];
  });
  return OUTCOMES.map((outcome) => ({
    outcome,
    channels: channels.filter((candidate) => candidate.outcome === outcome).map(({ channel }) => channel),
  })).filter((group) => group.channels.length > 0);
}

function outcomeOf(delivery: ReadDelivery['delivery']): AlertOutcome {
  switch (delivery?.state) {
    case 'sent':
    case 'merged':
      return 'alerted';
    case 'waiting':
      return 'pending';
    case 'failed':
      return 'failed';
    default:
      return 'unknown';
  }
}
