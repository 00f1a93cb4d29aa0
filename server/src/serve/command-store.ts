import type { Presence } from '../core/presence/presence.ts';
import type { Store } from '../store/store.ts';
import { ringForChanges } from './bells.ts';
import type { Parts } from './parts.ts';

/**
 * Wraps the store for users' commands. A command makes all due verdicts of its monitors, so before each call that may apply
 * commands, records any gap in which no ping could be received, and waits for accepted pings. Commands must not be dated later
 * than the call.
 */
export function createCommandStore(
  { store, bells }: Pick<Parts, 'store' | 'bells'>,
  presence: Pick<Presence, 'beforeCommand'>,
): Store {
  return {
    ...store,
    async apply(inputs) {
      await presence.beforeCommand();
      const applied = await store.apply(inputs);
      ringForChanges(bells, applied);
      return applied;
    },
    async changeTogether(teamID, work) {
      await presence.beforeCommand();
      return store.changeTogether(teamID, work);
    },
  };
}
