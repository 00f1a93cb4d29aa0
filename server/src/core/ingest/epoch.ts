import type { Spool } from '../spool/contract.ts';

/** Separator between the process's epoch and the lane's number in a lane's epoch. */
const MARK = '/';

/** Returns the epoch of a lane. Each lane counts its tickets separately. */
export function epochOfLane(processEpoch: string, lane: number): string {
  return lane === 0 ? processEpoch : `${processEpoch}${MARK}${lane}`;
}

/** Returns the process's epoch contained in a lane's epoch. */
export function processEpochOf(epoch: string): string {
  return epoch.split(MARK, 1)[0] ?? epoch;
}

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
