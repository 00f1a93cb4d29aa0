import type { HistoryStore } from '../../core/history/contract.ts';

/** Maximum number of newest runs to search for an ended run. */
const RUNS_SEARCHED = 3;

/** Reads the duration of the last ended run of each monitor, in milliseconds. Leaves out monitors without an ended run. */
export async function readLastDurations(
  store: Pick<HistoryStore, 'listNewestRuns'>,
  monitorIDs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (monitorIDs.length === 0) return new Map();
  const runs = await store.listNewestRuns(monitorIDs, RUNS_SEARCHED);
  const durations = new Map<number, number>();
  for (const [monitorID, newest] of runs) {
    const ended = newest.find(({ endedAt }) => endedAt !== null);
    if (ended !== undefined && ended.durationMs !== null) durations.set(monitorID, ended.durationMs);
  }
  return durations;
}
