import { BLIND_AFTER_MS } from '../domain/blind-window.ts';
import type { Clock } from '../runtime/clock.ts';
import type { WatchdogStore } from '../store/presence/contract.ts';
import { letPingsFirst } from './pings-first.ts';
import type { Presence } from './presence.ts';

/** Presence of a process that takes no pings, and so can't know when no ping could be received. */
export function createPresenceWithoutPings(store: WatchdogStore, clock: Clock, epoch: string): Presence {
  const nothing = () => Promise.resolve();
  return {
    begin: nothing,
    start: () => {},
    notice: nothing,
    sign: nothing,
    certainty: () => 'sure',
    async beforeCommand() {
      await letPingsFirst({ store, clock, epoch, waitingFrom: () => null });
      const at = clock.now();
      if (at - (await store.horizon(at, null)) <= BLIND_AFTER_MS) return;
      // No process seems to take pings. The next one to start records the rest of the gap.
      await store.extendWatch({ epoch, since: at, at, waitingFrom: null });
      await store.leaveWatch(epoch);
    },
    horizon: () => store.horizon(clock.now(), null),
    close: nothing,
    windowsOpened: () => 0,
    end: nothing,
  };
}
