import type { Presence } from '../core/presence/presence.ts';
import type { Store } from '../store/store.ts';
import { ringForChanges } from './bells.ts';
import type { Parts } from './parts.ts';

/** Wraps the store for users' commands. Before each command, records any gap in which no ping could be received. */
export function createCommandStore({ store, bells }: Parts, presence: Presence): Store {
  return {
    ...store,
    async apply(inputs) {
      await presence.beforeCommand();
      const applied = await store.apply(inputs);
      ringForChanges(bells, applied);
      return applied;
    },
  };
}
