import { isSameIdentity, runIdentityValues, runProgressValues } from '../../database/rows.ts';
import type { ChainedMonitor } from './chained-monitor.ts';
import type { HotStatements } from './hot-statements.ts';

export function saveRuns(statements: HotStatements, chained: ChainedMonitor): void {
  const { working, stored } = chained;
  // New rows are chained in the order of seq.
  for (const seq of [...working.changedRunSeqs].sort((a, b) => a - b)) {
    const run = working.runs.get(seq);
    if (run === undefined) continue;
    const before = stored.get(seq);
    if (before !== undefined) {
      statements.updateRun.run(...runProgressValues(run), before.id);
      if (!isSameIdentity(before.run, run))
        statements.updateRunIdentity.run(...runIdentityValues(run), before.id);
      stored.set(seq, { id: before.id, run });
    } else {
      const { lastInsertRowid } = statements.insertRun.run(
        chained.lastRunID,
        working.id,
        seq,
        ...runIdentityValues(run),
        ...runProgressValues(run),
      );
      chained.lastRunID = Number(lastInsertRowid);
      stored.set(seq, { id: chained.lastRunID, run });
    }
  }
  working.changedRunSeqs.clear();
}
