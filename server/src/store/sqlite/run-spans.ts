import { beganAt, endOfRun, type Run } from '@overdue/domain/run.ts';
import type { HistoryStore, RunSlice, RunSpan } from '../../core/history/contract.ts';
import { ANCHOR_EVERY } from '../../core/sqlite/chains.ts';
import { parseRun, type RunRow } from '../../database/rows.ts';
import { type Connection, prepare } from '../../database/sqlite-connection.ts';

type ChainedRow = RunRow & { readonly previous_id: number | null };

/**
 * Prepares queries that read a monitor's runs from newest to oldest, by the ID of the previous row in each row. A query ends
 * early if a row is pruned during the read.
 */
export function prepareRunSpans(db: Connection): Pick<HistoryStore, 'listNewestRuns' | 'listRunsWithin'> {
  const byID = prepare<[number, number], ChainedRow>(
    db,
    'SELECT * FROM runs WHERE id = ? AND monitor_id = ?',
  );
  const ends = prepare<[number], { readonly last: number | null; readonly count: number }>(
    db,
    'SELECT last_run_id AS last, run_count AS count FROM monitor_states WHERE monitor_id = ?',
  );
  const anchor = prepare<[number, number], ChainedRow & { readonly id: number }>(
    db,
    `SELECT * FROM runs WHERE monitor_id = ? AND seq = ? AND seq % ${ANCHOR_EVERY} = 0`,
  );

  function* chain(monitorID: number, newest: number | null): Generator<Run> {
    for (let id = newest; id !== null; ) {
      const row = byID.get(id, monitorID);
      if (row === undefined) return;
      yield parseRun(row);
      id = row.previous_id;
    }
  }

  /**
   * Returns the ID of the oldest anchor created after a time, otherwise of the newest row. The chain from there includes all rows
   * created before that time.
   */
  function entryAfter(monitorID: number, at: number): number | null {
    const { last = null, count = 0 } = ends.get(monitorID) ?? {};
    let entry = last;
    let low = 1;
    let high = Math.floor(count / ANCHOR_EVERY);
    while (low <= high) {
      const middle = Math.floor((low + high) / 2);
      const row = anchor.get(monitorID, middle * ANCHOR_EVERY);
      // A missing row was pruned, so it is old.
      if (row !== undefined && knownSince(parseRun(row)) > at) {
        entry = row.id;
        high = middle - 1;
      } else low = middle + 1;
    }
    return entry;
  }

  function entryBefore(monitorID: number, seq: number): number | null {
    const above = anchor.get(monitorID, Math.ceil((seq - 1) / ANCHOR_EVERY) * ANCHOR_EVERY);
    return above?.id ?? ends.get(monitorID)?.last ?? null;
  }

  function stretch(monitorID: number, { from, to, slackMs, before, limit }: RunSpan): RunSlice {
    const entry = before === undefined ? entryAfter(monitorID, to + slackMs) : entryBefore(monitorID, before);
    const runs: Run[] = [];
    let looked = 0;
    for (const run of chain(monitorID, entry)) {
      if (before !== undefined && run.seq >= before) continue;
      if (knownSince(run) < from - slackMs) break;
      if (beganAt(run) < to && endOfRun(run) >= from) runs.push(run);
      looked += 1;
      if (looked >= limit) return { runs, next: run.seq > 1 ? run.seq : null };
    }
    return { runs, next: null };
  }

  return {
    async listNewestRuns(monitorIDs, limit) {
      const runsByMonitor = new Map<number, readonly Run[]>();
      for (const monitorID of monitorIDs) {
        const newest = ends.get(monitorID)?.last ?? null;
        const runs = chain(monitorID, newest).take(limit).toArray();
        if (runs.length > 0) runsByMonitor.set(monitorID, runs);
      }
      return runsByMonitor;
    },
    listRunsWithin: async (monitorID, span) => stretch(monitorID, span),
  };
}

/** Returns the approximate creation time of a row. The row of a missed run was created after the returned time. */
function knownSince({ startedAt, endedAt, expectedAt }: Run): number {
  return startedAt ?? endedAt ?? expectedAt ?? 0;
}
