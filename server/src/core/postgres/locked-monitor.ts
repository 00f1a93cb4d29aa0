import type { RunKey } from '@overdue/domain/decision/decide.ts';
import type { RecordedReport } from '@overdue/domain/decision/repeated-report.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import type { Monitor } from '@overdue/domain/monitor/state.ts';
import { findWorkingRun, type WorkingMonitor, workingMonitor } from '../working-set.ts';
import type { CachedRules } from './rules.ts';
import type { LockedState } from './states.ts';

export interface StoredRun {
  readonly run: Run;
  /** Part of the row's key: the run tables are partitioned by this time. */
  readonly madeAt: number;
}

/** A locked monitor of the batch, with its loaded rows. The lock keeps the rows unchanged. */
export interface LockedMonitor {
  readonly working: WorkingMonitor;
  readonly loaded: Monitor;
  readonly wakeAt: number | null;
  latestCommandAt: number;
  readonly stored: Map<number, StoredRun>;
  readonly madeAtBySeq: Map<number, number>;
  /** Number (`seq`) of each run that was looked up, by {@link keyText}; null if the run doesn't exist. */
  readonly seqByKey: Map<string, number | null>;
  /** Looked-up lists of runs, by {@link keyText}. Valid only for one input. */
  readonly runsByKey: Map<string, readonly Run[]>;
  /** Looked-up events that may have recorded a ping's report. Valid only for one input; null before the look-up. */
  reports: readonly RecordedReport[] | null;
}

export function lockedMonitor(
  { monitorID, state, wakeAt }: LockedState,
  { teamID, rules }: CachedRules,
): LockedMonitor {
  const loaded = { rules, state };
  return {
    working: workingMonitor(monitorID, teamID, loaded),
    loaded,
    wakeAt,
    latestCommandAt: 0,
    stored: new Map(),
    madeAtBySeq: new Map(),
    seqByKey: new Map(),
    runsByKey: new Map(),
    reports: null,
  };
}

/** Remembers a stored run and returns it. If the batch has already changed the run, returns the changed run instead. */
export function addStoredRun(locked: LockedMonitor, stored: StoredRun): Run {
  const { runs } = locked.working;
  const { seq } = stored.run;
  const changed = runs.get(seq);
  if (changed !== undefined) return changed;
  runs.set(seq, stored.run);
  locked.stored.set(seq, stored);
  return stored.run;
}

export function keyText(key: RunKey): string {
  switch (key.by) {
    case 'runID':
      return `run ${key.runID}`;
    case 'seq':
      return `seq ${key.seq}`;
    case 'expectedAt':
      return `at ${key.at}`;
    case 'open':
      return 'open';
    case 'expectedFrom':
      return `from ${key.at} to ${key.until}`;
    case 'newest':
      return 'newest';
  }
}

/** Whether keys of a kind can match several runs. */
export function isListKind(kind: RunKey['by']): kind is ListKey['by'] {
  return kind === 'open' || kind === 'expectedFrom' || kind === 'newest';
}

type ListKey = Extract<RunKey, { readonly by: 'open' | 'expectedFrom' | 'newest' }>;

function isListKey(key: RunKey): key is ListKey {
  return isListKind(key.by);
}

/** Returns the runs of a key, including changes of this batch; undefined if they must be read from the database. */
export function findLocked(locked: LockedMonitor, key: RunKey): readonly Run[] | undefined {
  if (isListKey(key)) return locked.runsByKey.get(keyText(key));
  const { runs } = locked.working;
  const changed = findWorkingRun(locked.working, key);
  if (changed !== undefined) return [changed];
  const seq = locked.seqByKey.get(keyText(key));
  if (seq === undefined) return undefined;
  const run = seq === null ? undefined : runs.get(seq);
  return run === undefined ? [] : [run];
}
