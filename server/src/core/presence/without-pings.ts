import { BLIND_AFTER_MS } from '@overdue/domain/blind-window.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { WatchdogStore } from '../contract.ts';
import { awaitEarlierPings } from './earlier-pings.ts';
import type { Presence } from './presence.ts';

/** Creates the presence of a node that accepts no pings, and therefore can't detect when pings could not be received. */
export function createPresenceWithoutPings(store: WatchdogStore, clock: Clock, epoch: string): Presence {
  const nothing = () => Promise.resolve();
  return {
    recordStartGap: nothing,
    start: () => {},
    recordAwake: nothing,
    recordNow: nothing,
    pingRefused: () => {},
    pingsStored: () => {},
    writeConfidence: () => 'sure',
    async beforeCommand() {
      await awaitEarlierPings({ store, clock, epoch, unstoredSince: () => null });
      const at = clock.now();
      if (at - (await store.readHorizon(at, null)) <= BLIND_AFTER_MS) return;
      // No node seems to accept pings, so this command records the gap up to now. The next node that accepts pings will record
      // the rest of the gap.
      await store.recordPresence({ epoch, since: at, at, unstoredSince: null });
      await store.forgetNode(epoch);
    },
    horizon: () => store.readHorizon(clock.now(), null),
    endWatchedTime: nothing,
    windowsOpened: () => 0,
    stop: nothing,
  };
}
