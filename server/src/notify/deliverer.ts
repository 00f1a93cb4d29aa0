import { type Alert, parseAlert } from '../domain/alert.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { backoffMs } from '../outbound/backoff.ts';
import type { Outcome } from '../outbound/outcome.ts';
import { createBell } from '../runtime/bell.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { createLoop, logOutages } from '../runtime/loop.ts';
import type { Random } from '../runtime/random.ts';
import { yieldToPings } from '../runtime/yield-to-pings.ts';
import type { ClaimedDelivery, DeliveryAttempt, NotifyStore } from '../store/alerts/contract.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { createChannelHealth } from './channel-health.ts';
import { createClaimLeases, LEASE_MS } from './claim-leases.ts';

const IN_PROGRESS_MAX = 256;
const PER_CHANNEL_MAX = 8;
/** How long to wait before saving attempts again while the database is unavailable. */
const SAVE_AGAIN_MS = 1000;
const ANSWER_LENGTH_MAX = 500;

export interface Deliverer {
  start(): void;
  /** Starts attempts for due deliveries, as capacity allows, and returns their number. */
  begin(): Promise<number>;
  /** Returns when an unhealthy channel may be probed, in epoch milliseconds; null if none is waiting. */
  nextProbeAt(): number | null;
  /** Resolves once all attempts in progress have ended and are saved. */
  drain(): Promise<void>;
}

type SavedAttempt = DeliveryAttempt & {
  readonly deliveryID: number;
  readonly channelID: number;
  readonly leaseUntil: number;
};
type EndedAttempt = Omit<SavedAttempt, 'leaseUntil'>;

export interface DelivererOptions {
  readonly store: NotifyStore;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'alertAttempts' | 'alertDelaySeconds'>;
  readonly send: (channel: ClaimedDelivery['channel'], alert: Alert) => Promise<Outcome>;
  /** Called after attempts are saved, when there may be capacity for further attempts. */
  readonly onSaved: () => void;
}

/** Claims deliveries, sends them, and saves the results of many attempts per transaction. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  // Long because claiming, sending and saving share the claims and the unsaved attempts.
  const { store, clock, log } = options;
  const health = createChannelHealth();
  const claims = createClaimLeases(options);
  const bell = createBell(clock);
  const saving = createLoop({
    clock,
    bell,
    round: saveEnded,
    retryMs: SAVE_AGAIN_MS,
    observer: logOutages(log, clock, NOT_YET_SAVED),
    isDraining: () => claims.count() > 0,
  });
  let ended: EndedAttempt[] = [];
  /** Attempts that are being saved. A batch that the database rejects is saved again under the same keys. */
  let unsaved: readonly SavedAttempt[] = [];

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { channel } = delivery;
    const at = clock.now();
    const startedAt = clock.monotonic();
    const alert = parseAlert(delivery.alert);
    if (alert === null) return setAside(delivery);
    const outcome = await options.send(channel, alert);
    const latencyMs = Math.round(clock.monotonic() - startedAt);
    options.metrics.alertAttempts[outcome.outcome].inc();
    if (outcome.outcome === 'sent')
      options.metrics.alertDelaySeconds.observe((clock.now() - alert.at) / 1000);
    else log.warn({ channel: channel.shortID, delivery: delivery.key, answer: outcome.answer }, NOT_SENT);
    ended.push({
      deliveryID: delivery.id,
      channelID: channel.id,
      at,
      latencyMs,
      outcome: outcome.outcome,
      status: outcome.status,
      answer: outcome.answer.slice(0, ANSWER_LENGTH_MAX),
      nextAt: nextAttempt(delivery, outcome),
    });
    if (unsaved.length === 0) bell.ring();
  }

  async function setAside({ id, key, channel }: ClaimedDelivery): Promise<void> {
    log.error({ channel: channel.shortID, delivery: key }, UNREADABLE);
    try {
      await store.setDeliveryAside(id, { now: clock.now(), reason: UNREADABLE });
    } catch (error) {
      // The delivery is claimed again after its lease expires.
      log.warn({ err: error, delivery: key }, NOT_SAVED);
    }
    claims.drop(id);
    health.ended(channel.id, { isAnswered: true, now: clock.now() });
    // Wakes the loop, which may be waiting only for this claim before it stops.
    bell.ring();
    options.onSaved();
  }

  /** Returns when to retry a failed attempt; null if it succeeded, can never succeed, or has run out of time. */
  function nextAttempt({ attempts, expiresAt }: ClaimedDelivery, outcome: Outcome): number | null {
    if (outcome.outcome !== 'failed') return null;
    const [byte = 0] = options.random.bytes(1);
    const waitMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(attempts + 1, byte / 255));
    const nextAt = clock.now() + waitMs;
    return nextAt < expiresAt ? nextAt : null;
  }

  /** Saves the attempts that ended since the last round. Fails while the database is unavailable. */
  async function saveEnded(): Promise<number> {
    // Collects attempts that end in the same event loop turn, to save them together.
    await yieldToPings();
    if (unsaved.length === 0) unsaved = await takeEnded();
    if (unsaved.length === 0) return Number.POSITIVE_INFINITY;
    await record(unsaved);
    await releaseClaims(unsaved);
    unsaved = [];
    options.onSaved();
    return ended.length === 0 ? Number.POSITIVE_INFINITY : 0;
  }

  async function takeEnded(): Promise<readonly SavedAttempt[]> {
    const attempts = ended;
    ended = [];
    const finished = await claims.finish(attempts.map(({ deliveryID }) => deliveryID));
    const leases = new Map(finished.map(({ deliveryID, leaseUntil }) => [deliveryID, leaseUntil]));
    return attempts.map((attempt) => ({ ...attempt, leaseUntil: leases.get(attempt.deliveryID) ?? 0 }));
  }

  async function record(attempts: readonly SavedAttempt[]): Promise<void> {
    try {
      await store.recordAttempts(attempts);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && !saving.isStopped()) throw error;
      log.error({ err: error, deliveries: attempts.length }, NOT_SAVED);
    }
  }

  async function releaseClaims(attempts: readonly SavedAttempt[]): Promise<void> {
    const now = clock.now();
    for (const { deliveryID, channelID, outcome } of attempts) {
      claims.drop(deliveryID);
      // A refusal proves that the receiver responds.
      const isAnswered = outcome !== 'failed';
      if (health.ended(channelID, { isAnswered, now })) await wake(channelID, now);
    }
  }

  async function wake(channelID: number, now: number): Promise<void> {
    try {
      await store.retryAlerts({ channelID }, now);
    } catch (error) {
      log.warn(
        { err: error },
        'A channel works again, but its deliveries could not be woken. They wait for their next retry.',
      );
    }
  }

  async function claim(): Promise<readonly ClaimedDelivery[]> {
    const now = clock.now();
    const claimed = await store.claimDeliveries({
      now,
      takesOver: claims.mayTakeOver(now),
      leaseUntil: now + LEASE_MS,
      limit: IN_PROGRESS_MAX - claims.count(),
      perChannel: PER_CHANNEL_MAX,
      capacity: health.capacity(PER_CHANNEL_MAX, now),
    });
    claims.answered(now);
    return claimed;
  }

  return {
    start: saving.start,
    async begin() {
      if (claims.count() >= IN_PROGRESS_MAX) return 0;
      const claimed = await claim();
      // Skips deliveries whose lease expired during an attempt: a second attempt could arrive after later messages.
      const free = claimed.filter(({ id }) => !claims.has(id));
      for (const { id, leaseUntil } of claimed) claims.add(id, leaseUntil);
      for (const delivery of free) {
        health.started(delivery.channel.id);
        void deliver(delivery);
      }
      return free.length;
    },
    nextProbeAt: () => health.nextProbeAt(clock.now()),
    drain: saving.stop,
  };
}

const NOT_SENT = 'An alert was not accepted.';
const NOT_SAVED = 'Results of attempts could not be saved. The attempts will be repeated.';
const NOT_YET_SAVED = 'Results of attempts could not be saved. Retrying until the database is available.';
const UNREADABLE =
  'The stored message could not be read, so it was set aside. Repair it, then run "overdue-server retry-alerts" to send it.';
