import type { RunKey } from '../../../domain/decide.ts';
import type { Monitor } from '../../../domain/monitor.ts';
import type { Run } from '../../../domain/run.ts';
import { type WorkingMonitor, workingMonitor } from '../../working-set.ts';
import type { KnownRules } from './rules.ts';
import type { LockedState } from './states.ts';

/** A run as it is stored. */
export interface StoredRun {
  readonly run: Run;
  /** With `seq` it names the row: tables of runs are cut by it. */
  readonly madeAt: number;
}

/** A monitor of the batch, with what is known of its rows. Nobody else changes them while it is locked. */
export interface HeldMonitor {
  readonly working: WorkingMonitor;
  /** As the database has it. */
  readonly loaded: Monitor;
  readonly wakeAt: number | null;
  /** The time of the latest input so far. */
  latestAt: number;
  /** Rows as they are stored, by seq. */
  readonly stored: Map<number, StoredRun>;
  /** When each row that the batch has made was made, by seq. */
  readonly made: Map<number, number>;
  /** Rows that were looked for, by {@link keyText}: their seq, null where there is none. */
  readonly single: Map<string, number | null>;
  /** Lists that were looked for, by {@link keyText}. They hold for one input alone. */
  readonly lists: Map<string, readonly Run[]>;
}

export function holdMonitor(
  { monitorID, state, wakeAt }: LockedState,
  { teamID, rules }: KnownRules,
): HeldMonitor {
  const loaded = { rules, state };
  return {
    working: workingMonitor(monitorID, teamID, loaded),
    loaded,
    wakeAt,
    latestAt: 0,
    stored: new Map(),
    made: new Map(),
    single: new Map(),
    lists: new Map(),
  };
}

/** What the batch has made of a row stands, even where the row as it is stored was looked for and found. */
export function remember(held: HeldMonitor, stored: StoredRun): Run {
  const { runs } = held.working;
  const { seq } = stored.run;
  const known = runs.get(seq);
  if (known !== undefined) return known;
  runs.set(seq, stored.run);
  held.stored.set(seq, stored);
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
      return `from ${key.at}`;
  }
}

/** The rows of a key; undefined when the database must be asked. Rows of this batch come first. */
export function findHeld(held: HeldMonitor, key: RunKey): readonly Run[] | undefined {
  if (key.by === 'open' || key.by === 'expectedFrom') return held.lists.get(keyText(key));
  const { runs } = held.working;
  for (const run of runs.values()) if (matches(run, key)) return [run];
  const seq = held.single.get(keyText(key));
  if (seq === undefined) return undefined;
  const run = seq === null ? undefined : runs.get(seq);
  return run === undefined ? [] : [run];
}

function matches(run: Run, key: Extract<RunKey, { by: 'runID' | 'seq' | 'expectedAt' }>): boolean {
  switch (key.by) {
    case 'runID':
      return run.runID === key.runID;
    case 'seq':
      return run.seq === key.seq;
    case 'expectedAt':
      return run.expectedAt === key.at;
  }
}
