import type { Clock } from '../../platform/runtime/clock.ts';
import type { WatchdogStore } from '../contract.ts';

/**
 * Time after which another process takes over the lease of a dead process. A living process renews the lease after half this
 * time.
 */
const LEASE_MS = 120_000;

/** Lets one process at a time do a job, such as pruning. */
export interface Lease {
  /** Takes the lease, or renews it when half its time has passed. Returns whether this process holds it. */
  hold(): Promise<boolean>;
  giveBack(): Promise<void>;
}

export function createLease({
  store,
  clock,
  name,
  holder,
}: {
  readonly store: Pick<WatchdogStore, 'takeLease'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly name: Parameters<WatchdogStore['takeLease']>[0]['name'];
  readonly holder: string;
}): Lease {
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    async hold() {
      const at = clock.now();
      if (heldUntil - at > LEASE_MS / 2) return true;
      const until = at + LEASE_MS;
      const isHeld = await store.takeLease({ name, holder, at, until });
      heldUntil = isHeld ? until : Number.NEGATIVE_INFINITY;
      return isHeld;
    },
    async giveBack() {
      heldUntil = Number.NEGATIVE_INFINITY;
      const at = clock.now();
      await store.takeLease({ name, holder, at, until: at });
    },
  };
}
