import type { Bell } from '../platform/runtime/bell.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLoop, logOutages } from '../platform/runtime/loop.ts';
import type { ForwardingClaim, ForwardingResult, ForwardingStore } from './contract.ts';
import { forwardSeries, type SeriesOptions } from './series.ts';

const IN_PROGRESS_MAX = 256;
/** Time after which another process takes over the claims of a dead process. Exceeds the longest duration of a series. */
const LEASE_MS = 60_000;
/** Interval between two rounds while pings arrive. */
const ROUND_MS = 250;
/** Maximum share of time to spend in rounds, so that forwarding for many monitors doesn't delay incoming pings. */
const ROUND_SHARE = 1 / 20;
const ROUND_MS_MAX = 5000;
/** Interval between checks for pings that another node has received. */
const CHECK_EVERY_MS = 1000;

export interface Forwarder {
  start(): void;
  /** Stops starting attempts. Resolves once the results of the attempts in progress are saved. */
  stop(): Promise<void>;
}

interface ForwarderOptions extends Omit<SeriesOptions, 'store' | 'isStopped'> {
  readonly store: ForwardingStore & SeriesOptions['store'];
  readonly log: Log;
  /** Whether no other process uses the same database. */
  readonly isAlone: boolean;
  /** Bell that rings when pings have been stored. */
  readonly bell: Bell;
}

/** Forwards recorded pings to their monitors' forwarding URLs, in order per monitor and at least once. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { store, clock, log, bell } = options;
  const inProgress = new Map<number, Promise<void>>();
  /**
   * Whether the next round takes over the leases of an earlier process. True for the first round of a process that uses the
   * database alone.
   */
  let takesOver = options.isAlone;
  let results: readonly ForwardingResult[] = [];
  const loop = createLoop({
    clock,
    bell,
    round,
    retryMs: CHECK_EVERY_MS,
    observer: logOutages(log, clock, 'Pings could not be forwarded. Retrying.'),
  });

  async function round(): Promise<number> {
    const startedAt = clock.monotonic();
    for (const claim of await exchange(IN_PROGRESS_MAX - inProgress.size)) begin(claim);
    const tookMs = clock.monotonic() - startedAt;
    await loop.pause(Math.min(Math.max(ROUND_MS, tookMs / ROUND_SHARE), ROUND_MS_MAX));
    return CHECK_EVERY_MS;
  }

  /**
   * Saves the results of ended series and claims the next monitors. If the database is unavailable, keeps the results for the
   * next round.
   */
  async function exchange(limit: number): Promise<readonly ForwardingClaim[]> {
    const batch = results;
    results = [];
    const now = clock.now();
    try {
      const leaseUntil = now + LEASE_MS;
      const claims = await store.takeForwarding({ results: batch, now, leaseUntil, limit, takesOver });
      takesOver = false;
      return claims;
    } catch (error) {
      results = [...batch, ...results];
      throw error;
    }
  }

  function begin(claim: ForwardingClaim): void {
    const { monitorID } = claim;
    // The previous lease has expired, but its series is still running. A second series could overtake the first.
    if (inProgress.has(monitorID)) return;
    inProgress.set(
      monitorID,
      run(claim).finally(() => {
        inProgress.delete(monitorID);
        bell.ring();
      }),
    );
  }

  /** Forwards the pings of a claim. If a defect makes the attempt fail, the pings are claimed again after the lease expires. */
  async function run(claim: ForwardingClaim): Promise<void> {
    try {
      const result = await forwardSeries(claim, { ...options, isStopped: loop.isStopped });
      results = [...results, result];
      if (result.failure !== null)
        log.info({ monitor: claim.shortID, reason: result.failure.error }, NOT_FORWARDED);
    } catch (error) {
      log.warn({ err: error, monitor: claim.shortID }, NOT_FORWARDED);
    }
  }

  return {
    start: loop.start,
    async stop() {
      await loop.stop();
      await Promise.all(inProgress.values());
      if (results.length === 0) return;
      await exchange(0).catch((error: unknown) => log.warn({ err: error }, NOT_SAVED));
    },
  };
}

const NOT_FORWARDED = 'A ping was not forwarded.';
const NOT_SAVED = 'Results of forwarded pings could not be saved. Some pings will be forwarded again.';
