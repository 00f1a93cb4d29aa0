import { isSameIdentity, runIdentityValues, runProgressValues } from '../rows.ts';
import type { HotStatements, Value } from './hot-statements.ts';
import { insertRows } from './insert-rows.ts';
import type { ChainedMonitor } from './save.ts';

/** The runs of a batch that are new, until they are inserted together. */
export interface NewRuns {
  lastID: number;
  readonly rows: Value[][];
}

export function openNewRuns(statements: HotStatements): NewRuns {
  return { lastID: statements.lastRunID.get()?.id ?? 0, rows: [] };
}

/** Saves what the batch has changed of a monitor's runs; the new ones with {@link insertRuns}. */
export function saveRuns(statements: HotStatements, chained: ChainedMonitor, newRuns: NewRuns): void {
  const { working, stored } = chained;
  // New rows follow one another in the order of seq, as the chain says.
  for (const seq of [...working.changedRuns].sort((a, b) => a - b)) {
    const run = working.runs.get(seq);
    if (run === undefined) continue;
    const before = stored.get(seq);
    if (before !== undefined) {
      statements.updateRun.run(...runProgressValues(run), before.id);
      if (!isSameIdentity(before.run, run))
        statements.updateRunIdentity.run(...runIdentityValues(run), before.id);
      stored.set(seq, { id: before.id, run });
    } else {
      newRuns.lastID += 1;
      const id = newRuns.lastID;
      newRuns.rows.push([
        id,
        chained.lastRunID,
        working.id,
        seq,
        ...runIdentityValues(run),
        ...runProgressValues(run),
      ]);
      chained.lastRunID = id;
      stored.set(seq, { id, run });
    }
  }
  working.changedRuns.clear();
}

/** Inserts the new runs; to be called before anything else looks for rows of the batch. */
export function insertRuns(statements: HotStatements, { rows }: NewRuns): void {
  insertRows(rows, statements.insertRuns, statements.insertRun);
  rows.length = 0;
}
