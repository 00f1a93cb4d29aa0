import type { Spool } from '../store/spool/contract.ts';
import { lifeOf } from './epoch.ts';

/**
 * Takes the signs and tickets of earlier lives of this node away when all of its spools have handed in what was left in them: one life
 * has pings in several spools, and until then other nodes must wait for them.
 */
export function createEndOfLives(
  spools: readonly Spool[],
  end: (epoch: string) => Promise<void>,
): (spool: Spool) => (epochs: readonly string[]) => Promise<void> {
  const behind = new Set(spools.filter((spool) => spool.size().pings > 0));
  const ended = new Set<string>();
  return (spool) => async (epochs) => {
    behind.delete(spool);
    for (const epoch of epochs) {
      ended.add(epoch);
      ended.add(lifeOf(epoch));
    }
    if (behind.size > 0) return;
    for (const epoch of ended) await end(epoch);
    ended.clear();
  };
}
