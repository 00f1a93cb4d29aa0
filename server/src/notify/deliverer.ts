import { type Alert, parseAlert } from '../domain/alert.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outcome } from '../outbound/outcome.ts';
import { createBell } from '../runtime/bell.ts';
import type { Clock } from '../runtime/clock.ts';
import { createOutageLog, type Log } from '../runtime/log.ts';
import type { Random } from '../runtime/random.ts';
import { yieldToPings } from '../runtime/yield-to-pings.ts';
import type { Attempt, ClaimedDelivery, NotifyStore } from '../store/alerts/contract.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { backoffMs } from './backoff.ts';
import { createChannelHealth } from './channel-health.ts';
import { createHeldClaims, LEASE_MS } from './held-claims.ts';

/** Attempts under way at once in this process. */
const UNDER_WAY_MAX = 256;
/** Attempts under way at once to one channel. */
const PER_CHANNEL_MAX = 8;
/** Between two tries to save what came of attempts while the database is away. */
const SAVE_AGAIN_MS = 1000;
const ANSWER_MAX = 500;

export interface Deliverer {
  /** Begins attempts for deliveries that are due, as far as there is room. @returns how many */
  begin(): Promise<number>;
  /** When a channel that is kept waiting may be tried again, epoch milliseconds; null when none is. */
  nextProbeAt(): number | null;
  /** Resolves when all attempts under way have ended, and nothing of them is left to save. */
  settle(): Promise<void>;
}

type Result = Attempt & { readonly deliveryID: number; readonly channelID: number };

export interface DelivererOptions {
  readonly store: NotifyStore;
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'alertAttempts' | 'alertDelaySeconds'>;
  /** Makes one attempt. Never rejects. */
  readonly send: (channel: ClaimedDelivery['channel'], alert: Alert) => Promise<Outcome>;
  /** Called when attempts have been saved: there may be room for more. */
  readonly onSaved: () => void;
}

/** Claims deliveries, sends them, and saves what came of it, many results in one transaction. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, clock, log } = options;
  const health = createChannelHealth();
  const claims = createHeldClaims(options);
  const outages = createOutageLog(log);
  let results: Result[] = [];
  let isSaving = false;
  let isEnding = false;
  const ending = createBell(clock);
  let settlers: (() => void)[] = [];

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
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
      answer: outcome.answer.slice(0, ANSWER_MAX),
      nextAt: nextAttempt(delivery, outcome),
    });
    if (!isSaving) void save();
  }

  /** Ends a delivery that could never be sent, so that those after it go on. */
  async function setAside({ id, key, channel }: ClaimedDelivery): Promise<void> {
    log.error({ channel: channel.shortID, delivery: key }, UNREADABLE);
    try {
      await store.setDeliveryAside(id, { now: clock.now(), reason: UNREADABLE });
    } catch (error) {
      // It is claimed again when its lease has ended.
      log.warn({ err: error, delivery: key }, NOT_SAVED);
    }
    claims.drop(id);
    health.ended(channel.id, true, clock.now());
    options.onSaved();
    if (claims.count() > 0 || isSaving) return;
    for (const resolve of settlers) resolve();
    settlers = [];
  }

  /** When a failed attempt is repeated; null when it worked, never will, or there is no time left. */
  function nextAttempt({ attempts, expiresAt }: ClaimedDelivery, outcome: Outcome): number | null {
    if (outcome.outcome !== 'failed') return null;
    const [byte = 0] = options.random.bytes(1);
    const waitMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(attempts + 1, byte / 255));
    const nextAt = clock.now() + waitMs;
    return nextAt < expiresAt ? nextAt : null;
  }

  /** Goes on while results come in. */
  async function save(): Promise<void> {
    isSaving = true;
    // Attempts that end in the same turn of the event loop are saved together.
    await yieldToPings();
    while (results.length > 0) {
      const batch = results;
      results = [];
      await record(batch);
      await leave(batch);
    }
    isSaving = false;
    options.onSaved();
    if (claims.count() > 0) return;
    for (const resolve of settlers) resolve();
    settlers = [];
  }

  /** A batch that is refused is lost with its leases: it is sent again, under its key. While the database is away it is kept. */
  async function record(batch: readonly Result[]): Promise<void> {
    const held = await claims.finish(batch.map(({ deliveryID }) => deliveryID));
    const leases = new Map(held.map(({ deliveryID, leaseUntil }) => [deliveryID, leaseUntil]));
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

  async function leave(batch: readonly Result[]): Promise<void> {
    const now = clock.now();
    for (const { deliveryID, channelID, outcome } of batch) {
      claims.drop(deliveryID);
      // Whoever refuses a message has at least answered.
      if (health.ended(channelID, outcome !== 'failed', now)) await wake(channelID, now);
    }
  }

  async function wake(channelID: number, now: number): Promise<void> {
    try {
      await store.wakeChannel(channelID, now);
    } catch (error) {
      log.warn({ err: error }, 'Deliveries to a channel that works again wait for their next try.');
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
      room: health.room(PER_CHANNEL_MAX, now),
    });
    claims.answered(now);
    return claimed;
  }

  return {
    async begin() {
      if (claims.count() >= UNDER_WAY_MAX) return 0;
      const claimed = await claim();
      // Whoever slept over a lease is still at it: a second attempt could end up behind what comes after it.
      const free = claimed.filter(({ id }) => !claims.has(id));
      for (const { id, leaseUntil } of claimed) claims.hold(id, leaseUntil);
      for (const delivery of free) {
        health.started(delivery.channel.id);
        void attempt(delivery);
      }
      return free.length;
    },
    nextProbeAt: () => health.nextProbeAt(clock.now()),
    settle() {
      isEnding = true;
      ending.ring();
      if (claims.count() === 0 && !isSaving) return Promise.resolve();
      return new Promise((resolve) => {
        settlers.push(resolve);
      });
    },
  };
}

const NOT_SENT = 'An alert was not taken.';
const NOT_SAVED = 'Attempts could not be saved; they will be repeated.';
const NOT_YET_SAVED = 'Attempts could not be saved; it is tried again until the database is back.';
const UNREADABLE =
  'The stored message could not be read, so it was set aside. "overdue-server retry-alerts" sends it once it is repaired.';
