import type { Spool } from '../spool/contract.ts';
import { processEpochOf } from './epoch.ts';

/** Ends the epochs of this node's previous processes once all pings in its spools are in the shared queue. */
export function createEpochEnder(
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
