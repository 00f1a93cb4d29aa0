import type { WindowsOf } from '@overdue/domain/blind-window.ts';
import { decide, type RunKey, runsNeeded } from '@overdue/domain/decision/decide.ts';
import { reportKeyOf } from '@overdue/domain/decision/repeated-report.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import type { FindReference } from '../../database/edits.ts';
import { isRowError } from '../../database/postgres/row-error.ts';
import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import { isPing } from '../queries/pings-set-aside.ts';
import { addDecision, bodySizeOf, findEarlierEvent, resolveInput, type WorkingSet } from '../working-set.ts';
import { findLocked, type LockedMonitor } from './locked-monitor.ts';
import type { ReportLookup } from './report-lookups.ts';
import type { RunKeyLookup } from './run-lookups.ts';

export interface Batch {
  readonly set: WorkingSet;
  /** By monitor ID. A missing monitor was deleted. */
  readonly locked: ReadonlyMap<number, LockedMonitor>;
  readonly windowsOf: WindowsOf;
  readonly newID: () => string;
  readonly findIn: (teamID: string) => FindReference;
}

/** Rows that inputs need. */
export interface MissingRows {
  readonly runs: readonly RunKeyLookup[];
  readonly reports: readonly ReportLookup[];
}

/**
 * Applies inputs through the domain, in order per monitor. An input that needs more rows waits, with its monitor's later inputs,
 * while other monitors continue. All missing rows are then read in one round trip; usually there are none.
 */
export async function decideBatch(
  batch: Batch,
  inputs: readonly BatchInput[],
  read: (missing: MissingRows) => Promise<void>,
): Promise<readonly ApplyOutcome[]> {
  const applied: ApplyOutcome[] = [];
  let waiting = inputs.map((input, index) => ({ input, index }));
  while (waiting.length > 0) {
    const runs: RunKeyLookup[] = [];
    const reports: ReportLookup[] = [];
    const blocked = new Set<number>();
    waiting = waiting.filter(({ input, index }) => {
      if (blocked.has(input.monitorID)) return true;
      const outcome = decideOne(batch, input);
      if ('outcome' in outcome) {
        applied[index] = outcome;
        return false;
      }
      blocked.add(input.monitorID);
      runs.push(...outcome.runs);
      reports.push(...outcome.reports);
      return true;
    });
    if (waiting.length > 0) await read({ runs, reports });
  }
  return applied;
}

function decideOne(
  { set, locked: all, windowsOf, newID, findIn }: Batch,
  input: BatchInput,
): ApplyOutcome | MissingRows {
  const locked = all.get(input.monitorID);
  if (locked === undefined) return { outcome: 'gone' };
  const { working } = locked;
  try {
    const resolved = resolveInput(working, input, 'teamID' in input ? findIn(input.teamID) : () => null);
    const { command } = resolved;
    const context = { blindWindows: windowsOf(working.teamID), newID };
    const storedRuns: Run[] = [];
    const missing: RunKey[] = [];
    for (const key of runsNeeded(working.monitor, command, context.blindWindows)) {
      const runs = findLocked(locked, key);
      if (runs === undefined) missing.push(key);
      else storedRuns.push(...runs);
    }
    const key = reportKeyOf(command, storedRuns);
    const reports =
      key === null || locked.reports !== null ? [] : [{ locked, key, bodySize: bodySizeOf(input) }];
    if (missing.length + reports.length > 0)
      return { runs: missing.map((runKey) => ({ locked, key: runKey })), reports };
    const recorded =
      key === null ? null : findEarlierEvent(set, { key, input, command }, locked.reports ?? []);
    locked.runsByKey.clear();
    locked.reports = null;
    const decision = decide(working.monitor, { stored: storedRuns, command, context, recorded });
    for (const { seq } of decision.runs) {
      if (!locked.stored.has(seq) && !locked.madeAtBySeq.has(seq)) locked.madeAtBySeq.set(seq, command.at);
    }
    locked.latestCommandAt = Math.max(locked.latestCommandAt, command.at);
    return addDecision(set, { working, resolved: { ...resolved, input }, decision });
  } catch (error) {
    // Throws for a ping, so that the ping is kept instead.
    if (!isRowError(error) || isPing(input)) throw error;
    return { outcome: 'failed', error };
  }
}
