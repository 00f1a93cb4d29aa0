import { type Alert, parseAlert } from '../domain/alert.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { backoffMs } from '../outbound/backoff.ts';
import type { Outcome } from '../outbound/outcome.ts';
import { createBell } from '../runtime/bell.ts';
import type { Clock } from '../runtime/clock.ts';
import { createOutageLog, type Log } from '../runtime/log.ts';
import type { Random } from '../runtime/random.ts';
import { yieldToPings } from '../runtime/yield-to-pings.ts';
import type { ClaimedDelivery, DeliveryAttempt, NotifyStore } from '../store/alerts/contract.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { createChannelHealth } from './channel-health.ts';
import { createClaimLeases, LEASE_MS } from './claim-leases.ts';

const UNDER_WAY_MAX = 256;
const PER_CHANNEL_MAX = 8;
/** How long to wait before saving results again while the database is unavailable. */
const SAVE_AGAIN_MS = 1000;
const ANSWER_LENGTH_MAX = 500;

export interface Deliverer {
  /** Starts attempts for due deliveries, as capacity allows, and returns their number. */
  begin(): Promise<number>;
  /** Returns when an unhealthy channel may be probed, in epoch milliseconds; null if none is waiting. */
  nextProbeAt(): number | null;
  /** Resolves once all attempts in progress have ended and are saved. */
  drain(): Promise<void>;
}

type Result = DeliveryAttempt & { readonly deliveryID: number; readonly channelID: number };

export interface DelivererOptions {
  readonly store: NotifyStore;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'alertAttempts' | 'alertDelaySeconds'>;
  readonly send: (channel: ClaimedDelivery['channel'], alert: Alert) => Promise<Outcome>;
  /** Called after attempts are saved, when there may be capacity for more. */
  readonly onSaved: () => void;
}

/** Claims deliveries, sends them, and saves the results of many attempts per transaction. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  // Long because claiming, sending and saving share the claims and the unsaved results.
  const { store, clock, log } = options;
  const health = createChannelHealth();
  const claims = createClaimLeases(options);
  const outages = createOutageLog(log, clock);
  let results: Result[] = [];
  let isSaving = false;
  let isEnding = false;
  const ending = createBell(clock);
  let waiters: (() => void)[] = [];

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
    results.push({
      deliveryID: delivery.id,
      channelID: channel.id,
      at,
      latencyMs,
      outcome: outcome.outcome,
      status: outcome.status,
      answer: outcome.answer.slice(0, ANSWER_LENGTH_MAX),
      nextAt: nextAttempt(delivery, outcome),
    });
    if (!isSaving) void save();
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
    reportSaved();
  }

  function reportSaved(): void {
    options.onSaved();
    if (!isDrained()) return;
    for (const resolve of waiters) resolve();
    waiters = [];
  }

  function isDrained(): boolean {
    return claims.count() === 0 && !isSaving;
  }

  /** Returns when to retry a failed attempt; null if it succeeded, can never succeed, or has run out of time. */
  function nextAttempt({ attempts, expiresAt }: ClaimedDelivery, outcome: Outcome): number | null {
    if (outcome.outcome !== 'failed') return null;
    const [byte = 0] = options.random.bytes(1);
    const waitMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(attempts + 1, byte / 255));
    const nextAt = clock.now() + waitMs;
    return nextAt < expiresAt ? nextAt : null;
  }

  async function save(): Promise<void> {
    isSaving = true;
    // Collects attempts that end in the same event loop turn, to save them together.
    await yieldToPings();
    while (results.length > 0) {
      const batch = results;
      results = [];
      await record(batch);
      await releaseClaims(batch);
    }
    isSaving = false;
    reportSaved();
  }

  /** Saves a batch, and retries while the database is unavailable. A rejected batch is sent again under the same keys. */
  async function record(batch: readonly Result[]): Promise<void> {
    const finished = await claims.finish(batch.map(({ deliveryID }) => deliveryID));
    const leases = new Map(finished.map(({ deliveryID, leaseUntil }) => [deliveryID, leaseUntil]));
    const ended = batch.map((result) => ({ ...result, leaseUntil: leases.get(result.deliveryID) ?? 0 }));
    for (;;) {
      try {
        await store.recordAttempts(ended);
        return outages.worked();
      } catch (error) {
        if (isEnding || !(error instanceof DatabaseUnavailable))
          return log.error({ err: error, deliveries: batch.length }, NOT_SAVED);
        outages.failed(error, NOT_YET_SAVED);
        await ending.wait(SAVE_AGAIN_MS);
      }
    }
  }

  async function releaseClaims(batch: readonly Result[]): Promise<void> {
    const now = clock.now();
    for (const { deliveryID, channelID, outcome } of batch) {
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
      limit: UNDER_WAY_MAX - claims.count(),
      perChannel: PER_CHANNEL_MAX,
      capacity: health.capacity(PER_CHANNEL_MAX, now),
    });
    claims.answered(now);
    return claimed;
  }

  return {
    async begin() {
      if (claims.count() >= UNDER_WAY_MAX) return 0;
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
    drain() {
      isEnding = true;
      ending.ring();
      if (isDrained()) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.push(resolve);
      });
    },
  };
}

const NOT_SENT = 'An alert was not accepted.';
const NOT_SAVED = 'Results of attempts could not be saved. The attempts will be repeated.';
const NOT_YET_SAVED = 'Results of attempts could not be saved. Retrying until the database is available.';
const UNREADABLE =
  'The stored message could not be read, so it was set aside. Repair it, then run "overdue-server retry-alerts" to send it.';
