import type { Clock } from '../platform/runtime/clock.ts';
import { createOutageLog, type Log } from '../platform/runtime/log.ts';
import type { Claim, NotifyStore } from './contract.ts';

/** How long a node may be silent before another node takes over its deliveries. */
export const LEASE_MS = 15_000;
/** Interval at which leases are extended. Short enough that a lease survives a stall of a few seconds or a lost response. */
const EXTEND_EVERY_MS = 5000;
const RETRY_MS = 1000;
/**
 * Maximum time without a database response before nodes stop taking over deliveries. During a longer gap, living nodes may be
 * unable to extend their leases.
 */
const GAP_MS = 3000;
/** How long nodes wait after a gap of {@link GAP_MS} before they take over deliveries, so that living nodes extend their leases first. */
const STEADY_MS = 5000;

/** Claims of deliveries in progress. Their leases are extended while this process lives, however long an attempt takes. */
export interface ClaimLeases {
  count(): number;
  has(deliveryID: number): boolean;
  /** Adds a claim, also for a delivery that is claimed again after its lease expired. */
  add(deliveryID: number, leaseUntil: number): void;
  /** Stops extending these leases, and resolves to the leases once they are final. */
  finish(deliveryIDs: readonly number[]): Promise<readonly Claim[]>;
  drop(deliveryID: number): void;
  /** Whether expired leases prove that their holder has died. */
  mayTakeOver(now: number): boolean;
  /** Records that the database has responded to a query that was sent at `askedAt`. Call about every second. */
  databaseResponded(askedAt: number): void;
}

export function createClaimLeases(options: {
  readonly store: NotifyStore;
  readonly clock: Clock;
  readonly log: Log;
}): ClaimLeases {
  const { store, clock, log } = options;
  const outages = createOutageLog(log, clock);
  const leases = new Map<number, number>();
  const finished = new Set<number>();
  let respondedAt = Number.NEGATIVE_INFINITY;
  let steadySince = Number.POSITIVE_INFINITY;
  let cancel: (() => void) | null = null;
  let extending: Promise<void> = Promise.resolve();

  function extendAfter(ms: number): void {
    cancel = clock.after(ms, () => {
      extending = extend();
    });
  }

  async function extend(): Promise<void> {
    const until = clock.now() + LEASE_MS;
    const claims = [...leases]
      .filter(([deliveryID]) => !finished.has(deliveryID))
      .map(([deliveryID, leaseUntil]) => ({ deliveryID, leaseUntil }));
    let waitMs = EXTEND_EVERY_MS;
    try {
      const extended = claims.length === 0 ? [] : await store.extendClaims(claims, until);
      for (const deliveryID of extended) leases.set(deliveryID, until);
      outages.worked();
    } catch (error) {
      outages.failed(error, 'Leases of deliveries could not be extended.');
      waitMs = RETRY_MS;
    }
    if (leases.size === 0) cancel = null;
    else extendAfter(waitMs);
  }

  return {
    count: () => leases.size,
    has: (deliveryID) => leases.has(deliveryID),
    add(deliveryID, leaseUntil) {
      leases.set(deliveryID, leaseUntil);
      if (cancel === null) extendAfter(EXTEND_EVERY_MS);
    },
    async finish(deliveryIDs) {
      for (const deliveryID of deliveryIDs) finished.add(deliveryID);
      await extending;
      return deliveryIDs.map((deliveryID) => ({ deliveryID, leaseUntil: leases.get(deliveryID) ?? 0 }));
    },
    drop(deliveryID) {
      leases.delete(deliveryID);
      finished.delete(deliveryID);
      if (leases.size > 0) return;
      cancel?.();
      cancel = null;
    },
    mayTakeOver: (now) => now - respondedAt <= GAP_MS && now - steadySince >= STEADY_MS,
    databaseResponded(askedAt) {
      if (askedAt - respondedAt > GAP_MS) steadySince = askedAt;
      respondedAt = askedAt;
    },
  };
}
