import { type Alert, parseAlert } from '@overdue/domain/alerting/alert.ts';
import type { ClaimedDelivery } from '../channels/contract.ts';
import { failedResult } from '../channels/send-once.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { backoffMs } from '../platform/outbound/backoff.ts';
import { RESPONSE_LENGTH_MAX, type SendResult } from '../platform/outbound/outcome.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import { createAttemptSaver, type UnleasedAttempt } from './attempt-saver.ts';
import { createChannelBackoff } from './channel-backoff.ts';
import { createClaimLeases, LEASE_MS } from './claim-leases.ts';
import type { EndedAttempt, NotifyStore } from './contract.ts';

const IN_PROGRESS_MAX = 256;
const PER_CHANNEL_MAX = 8;

export interface Deliverer {
  start(): void;
  /** Starts attempts for due deliveries, as capacity allows, and returns their number. */
  begin(): Promise<number>;
  /** Returns when an unhealthy channel may be probed, in epoch milliseconds; null if none is waiting. */
  nextProbeAt(): number | null;
  /** Resolves once all attempts in progress have ended and are saved. */
  drain(): Promise<void>;
}

interface DelivererOptions {
  readonly store: NotifyStore;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'alertAttempts' | 'alertDelaySeconds'>;
  readonly send: (channel: ClaimedDelivery['channel'], alert: Alert) => Promise<SendResult>;
  /** Called after attempts are saved, when there may be capacity for further attempts. */
  readonly onSaved: () => void;
}

/** Claims deliveries, sends them, and saves the results of many attempts per transaction. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, clock, log, onSaved } = options;
  const backoff = createChannelBackoff();
  const claims = createClaimLeases(options);
  const saver = createAttemptSaver({ store, clock, log, claims, onSaved: afterSaved });

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const alert = parseAlert(delivery.alert);
    if (alert === null) return setAside(delivery);
    saver.add(await sendDelivery(delivery, alert, options));
  }

  async function setAside({ id, key, channel }: ClaimedDelivery): Promise<void> {
    log.error({ channel: channel.shortID, delivery: key }, UNREADABLE);
    try {
      await store.setDeliveryAside(id, { now: clock.now(), reason: UNREADABLE });
    } catch (error) {
      // No retry here: the delivery is claimed again after its lease expires.
      log.warn({ err: error, delivery: key }, NOT_SET_ASIDE);
    }
    claims.drop(id);
    backoff.ended(channel.id, { hasResponded: true, now: clock.now() });
    saver.wake();
    onSaved();
  }

  async function afterSaved(attempts: readonly EndedAttempt[]): Promise<void> {
    const now = clock.now();
    for (const { deliveryID, channelID, outcome } of attempts) {
      claims.drop(deliveryID);
      // An attempt that the receiver refused also counts as a response.
      const hasResponded = outcome !== 'failed';
      if (backoff.ended(channelID, { hasResponded, now })) await resumeDeliveries(options, channelID, now);
    }
    onSaved();
  }

  async function claim(): Promise<readonly ClaimedDelivery[]> {
    const now = clock.now();
    const claimed = await store.claimDeliveries({
      now,
      takesOver: claims.mayTakeOver(now),
      leaseUntil: now + LEASE_MS,
      limit: IN_PROGRESS_MAX - claims.count(),
      perChannel: PER_CHANNEL_MAX,
      capacity: backoff.capacity(PER_CHANNEL_MAX, now),
    });
    claims.databaseResponded(now);
    return claimed;
  }

  return {
    start: saver.start,
    async begin() {
      if (claims.count() >= IN_PROGRESS_MAX) return 0;
      const claimed = await claim();
      // Skips deliveries that this process is still attempting although their lease has expired. A second attempt could arrive
      // after later messages.
      const free = claimed.filter(({ id }) => !claims.has(id));
      for (const { id, leaseUntil } of claimed) claims.add(id, leaseUntil);
      for (const delivery of free) {
        backoff.started(delivery.channel.id);
        void deliver(delivery);
      }
      return free.length;
    },
    nextProbeAt: () => backoff.nextProbeAt(clock.now()),
    drain: saver.drain,
  };
}

/** Sends a delivery once, and describes the attempt. */
async function sendDelivery(
  delivery: ClaimedDelivery,
  alert: Alert,
  options: DelivererOptions,
): Promise<UnleasedAttempt> {
  const { clock, metrics, log } = options;
  const { channel } = delivery;
  const at = clock.now();
  const startedAt = clock.monotonic();
  const result = await sendOrFail(delivery, alert, options);
  const latencyMs = Math.round(clock.monotonic() - startedAt);
  metrics.alertAttempts[result.outcome].inc();
  if (result.outcome === 'sent') metrics.alertDelaySeconds.observe((clock.now() - alert.at) / 1000);
  else log.warn({ channel: channel.shortID, delivery: delivery.key, answer: result.answer }, NOT_SENT);
  return {
    deliveryID: delivery.id,
    channelID: channel.id,
    at,
    latencyMs,
    outcome: result.outcome,
    status: result.status,
    answer: result.answer.slice(0, RESPONSE_LENGTH_MAX),
    nextAt: nextAttemptAt(delivery, result, options),
  };
}

/** Sends a delivery. Never rejects, because a defect that concerns one channel must not end the process. */
async function sendOrFail(
  { key, channel }: ClaimedDelivery,
  alert: Alert,
  { send, log }: Pick<DelivererOptions, 'send' | 'log'>,
): Promise<SendResult> {
  try {
    return await send(channel, alert);
  } catch (error) {
    log.error({ err: error, channel: channel.shortID, delivery: key }, DEFECT);
    return failedResult(
      'Overdue failed to send this message because of a defect. See the log of Overdue for details.',
    );
  }
}

/** Returns when to retry a failed attempt; null if it succeeded, can never succeed, or has run out of time. */
function nextAttemptAt(
  { attempts, expiresAt }: ClaimedDelivery,
  result: SendResult,
  { random, clock }: Pick<DelivererOptions, 'random' | 'clock'>,
): number | null {
  if (result.outcome !== 'failed') return null;
  const [byte = 0] = random.bytes(1);
  const waitMs = Math.max(result.retryAfterMs ?? 0, backoffMs(attempts + 1, byte / 255));
  const nextAt = clock.now() + waitMs;
  return nextAt < expiresAt ? nextAt : null;
}

/** Wakes the deliveries that wait for their next retry, because their channel has recovered. */
async function resumeDeliveries(
  { store, log }: Pick<DelivererOptions, 'store' | 'log'>,
  channelID: number,
  now: number,
): Promise<void> {
  try {
    await store.makeAlertsDue({ channelID }, now);
  } catch (error) {
    log.warn(
      { err: error },
      'A channel works again, but its deliveries could not be resumed early. They are sent at their next retry.',
    );
  }
}

const DEFECT = 'An alert could not be sent because of a defect in the service. It is retried.';
const NOT_SENT = 'An alert was not accepted.';
const NOT_SET_ASIDE = 'An unreadable message could not be set aside. It is read again when its lease ends.';
const UNREADABLE =
  'The stored message could not be read, so it was set aside. Repair it, then run "overdue-server retry-alerts" to send it.';
