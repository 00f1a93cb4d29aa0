import type { Spool } from '../store/spool/contract.ts';
import { processEpochOf } from './epoch.ts';

/**
 * Deletes the reports and tickets of this node's previous processes once all spools have handed in their
 * pings. A process has several spools, and other nodes must wait for all of them.
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
      ended.add(processEpochOf(epoch));
    }
    if (behind.size > 0) return;
    for (const epoch of ended) await end(epoch);
    ended.clear();
  };
}
