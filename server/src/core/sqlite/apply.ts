import type { WindowsOf } from '@overdue/domain/blind-window.ts';
import { decide, type RunKey, runsNeeded } from '@overdue/domain/decision/decide.ts';
import { reportKeyOf } from '@overdue/domain/decision/repeated-report.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import type { Monitor } from '@overdue/domain/monitor/state.ts';
import { RUN_COUNTS } from '@overdue/domain/statistics/run-counts.ts';
import { parseRules } from '../../database/monitor-settings-columns.ts';
import { parseState } from '../../database/monitor-state-columns.ts';
import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import { parseRun } from '../../database/rows.ts';
import { type Connection, prepareLists } from '../../database/sqlite-connection.ts';
import { createGenerationCache, type GenerationCache } from '../../platform/runtime/generation-cache.ts';
import type { JudgedMonitor } from '../contract.ts';
import { parseSettings } from '../monitor-rows.ts';
import { EarlierPingsSetAside, isPing } from '../queries/pings-set-aside.ts';
import { writeTeamCounts } from '../run-counts/team-counts.ts';
import {
  addDecision,
  findEarlierEvent,
  findWorkingRun,
  needsSettings,
  openWorkingSet,
  type ResolvedInput,
  resolveInput,
  type SingleRunKey,
  type WorkingMonitor,
  type WorkingSet,
  workingMonitor,
} from '../working-set.ts';
import type { ChainedMonitor, StoredRun } from './chained-monitor.ts';
import { type FoundRun, type HotStatements, prepareHotStatements } from './hot-statements.ts';
import { findReference } from './references.ts';
import { findReports } from './report-lookups.ts';
import { isRowError } from './row-error.ts';
import { saveEvents, saveMonitor, saveRuns } from './save.ts';

const CACHED_MONITORS_MAX = 24_000;

/** A monitor as stored. Cached, so that a ping of a busy monitor reads nothing. */
interface CachedMonitor {
  readonly teamID: string;
  readonly monitor: Monitor;
  /** IDs of the newest rows in the monitor's chains of events and runs. */
  readonly lastEventID: number | null;
  readonly lastRunID: number | null;
  /** The newest run, which most closing pings end. */
  readonly newestRun: StoredRun | null;
}

type Cache = GenerationCache<number, CachedMonitor>;

/** Monitors and results of the inputs that are applied together. */
interface Batch {
  readonly set: WorkingSet;
  readonly chains: Map<number, ChainedMonitor>;
  readonly windowsOf: WindowsOf;
}

export interface Applier {
  /**
   * Applies inputs in order within the open transaction. Throws if the whole transaction must be rolled back, or if
   * earlier pings of one of the monitors are set aside. `passesSetAside`: whether the inputs are the first of these pings.
   */
  apply(
    inputs: readonly BatchInput[],
    windowsOf: WindowsOf,
    passesSetAside?: boolean,
  ): readonly ApplyOutcome[];
  /** Drops a monitor from the cache. Call after anything but `apply` has changed or deleted the monitor. */
  forget(monitorID: number): void;
  forgetAll(): void;
}

/** The hot path. Works on one monitor and its few rows at a time, and saves each monitor once per batch. */
export function prepareApplier(db: Connection, newID: () => string): Applier {
  const statements = prepareHotStatements(db);
  const cache: Cache = createGenerationCache(CACHED_MONITORS_MAX);
  let dataVersion = 0;

  /** Clears the cache after a commit by another process, such as the command line. */
  function clearIfChangedElsewhere(): void {
    const version = statements.dataVersion.get()?.data_version ?? 0;
    if (version !== dataVersion) cache.clear();
    dataVersion = version;
  }

  function applyInput(input: BatchInput, { set, chains, windowsOf }: Batch): ApplyOutcome {
    const chained = chains.get(input.monitorID) ?? load(statements, cache, input.monitorID);
    if (chained === undefined) return { outcome: 'gone' };
    chains.set(input.monitorID, chained);
    const { working } = chained;
    try {
      const resolved = resolveStored(statements, working, input);
      const { command } = resolved;
      const context = { blindWindows: windowsOf(working.teamID), newID };
      const stored: Run[] = [];
      for (const key of runsNeeded(working.monitor, command, context.blindWindows))
        stored.push(...findByKey(statements, chained, key));
      const key = reportKeyOf(command, stored);
      const recorded =
        key === null
          ? null
          : findEarlierEvent(set, { key, input, command }, findReports(statements, chained, { key, input }));
      const decision = decide(working.monitor, { stored, command, context, recorded });
      return addDecision(set, { working, resolved: { ...resolved, input }, decision });
    } catch (error) {
      // After some errors, SQLite has rolled back the transaction. Continuing would save later inputs without the earlier
      // inputs.
      if (!isRowError(error) || isPing(input)) throw error;
      return { outcome: 'failed', error };
    }
  }

  return {
    apply(inputs, windowsOf, passesSetAside = false) {
      clearIfChangedElsewhere();
      const mustCheck = !passesSetAside && statements.findAnySetAside.get() !== undefined;
      if (mustCheck && inputs.some(({ monitorID }) => statements.findSetAside.get(monitorID) !== undefined))
        throw new EarlierPingsSetAside();
      const set = openWorkingSet();
      const chains = new Map<number, ChainedMonitor>();
      const applied = inputs.map((input) => applyInput(input, { set, chains, windowsOf }));
      saveEvents(statements, chains, set.events);
      for (const chained of chains.values()) {
        saveMonitor(statements, chained, newID);
        const { working, lastEventID, lastRunID, stored } = chained;
        const { teamID, monitor } = working;
        const newestRun = stored.get(monitor.state.runCount) ?? null;
        cache.set(working.id, { teamID, monitor, lastEventID, lastRunID, newestRun });
      }
      for (const { teamID, quarter, counts } of writeTeamCounts(set.runCounts))
        statements.addRunCounts.run(teamID, quarter, ...RUN_COUNTS.map((name) => counts[name]));
      return applied;
    },
    forget: (monitorID) => cache.delete(monitorID),
    forgetAll: () => cache.clear(),
  };
}

function resolveStored(statements: HotStatements, working: WorkingMonitor, input: BatchInput): ResolvedInput {
  if (needsSettings(input) && working.settings === null) {
    const row = statements.loadSettings.get(working.id);
    working.settings = row === undefined ? null : parseSettings(row);
  }
  return resolveInput(working, input, findReference(statements, working.teamID));
}

function load(statements: HotStatements, cache: Cache, id: number): ChainedMonitor | undefined {
  const cached = cache.get(id);
  if (cached !== undefined) {
    const { teamID, monitor, lastEventID, lastRunID, newestRun } = cached;
    const working = workingMonitor(id, teamID, monitor);
    const stored = new Map<number, StoredRun>();
    if (newestRun !== null) {
      working.runs.set(newestRun.run.seq, newestRun.run);
      stored.set(newestRun.run.seq, newestRun);
    }
    return { working, loaded: monitor, lastEventID, lastRunID, stored };
  }
  const rules = statements.loadRules.get(id);
  const state = statements.loadState.get(id);
  if (rules === undefined || state === undefined) return undefined;
  const monitor = { rules: parseRules(rules), state: parseState(state) };
  return {
    working: workingMonitor(id, rules.team_id, monitor),
    loaded: monitor,
    lastEventID: state.last_event_id,
    lastRunID: state.last_run_id,
    stored: new Map(),
  };
}

/** Finds the runs that a key selects. Runs changed by this batch replace their stored versions. */
function findByKey(statements: HotStatements, chained: ChainedMonitor, key: RunKey): readonly Run[] {
  const { id } = chained.working;
  if (key.by === 'open') return listRuns(statements, chained, () => statements.openRuns.all(id));
  if (key.by === 'expectedFrom')
    return listRuns(statements, chained, () =>
      statements.runsFrom.all(id, key.at, key.until ?? Number.MAX_SAFE_INTEGER),
    );
  if (key.by === 'newest')
    return listRuns(statements, chained, () => statements.newestRuns.all(chained.lastRunID));
  const run = findWorkingRun(chained.working, key);
  if (run !== undefined) return [run];
  const row = findStored(statements, chained, key);
  return row === undefined ? [] : [remember(chained, row)];
}

function findStored(
  statements: HotStatements,
  { working: { id }, lastRunID }: ChainedMonitor,
  key: SingleRunKey,
): FoundRun | undefined {
  switch (key.by) {
    case 'runID':
      return statements.runByRunID.get(id, key.runID);
    case 'seq':
      return statements.runBySeq.get(lastRunID, key.seq);
    case 'expectedAt':
      return statements.runByOccurrence.get(id, key.at);
  }
}

/** Lists runs. Saves the batch's changed runs first, because the list must include them. */
function listRuns(
  statements: HotStatements,
  chained: ChainedMonitor,
  stored: () => FoundRun[],
): readonly Run[] {
  saveRuns(statements, chained);
  return stored().map((row) => remember(chained, row));
}

/** A row that the batch has changed takes precedence over the stored row. */
function remember(chained: ChainedMonitor, row: FoundRun): Run {
  const changed = chained.working.runs.get(row.seq);
  if (changed !== undefined) return changed;
  const run = parseRun(row);
  chained.working.runs.set(run.seq, run);
  chained.stored.set(run.seq, { id: row.id, run });
  return run;
}

export const OVERDUE_MONITORS =
  'SELECT monitor_id FROM monitor_states WHERE wake_at <= ? AND monitor_id NOT IN (SELECT monitor_id FROM pings_set_aside) ORDER BY wake_at LIMIT ?';

export function prepareApplyDeadlines(
  raw: Connection,
  apply: (inputs: readonly BatchInput[]) => readonly ApplyOutcome[],
) {
  const select = prepareLists<[number, number], [number]>(raw, OVERDUE_MONITORS);
  return (at: number, limit: number, except: ReadonlySet<number>): readonly JudgedMonitor[] => {
    const overdue = select.all(at, limit + except.size).filter(([id]) => !except.has(id));
    const inputs = overdue
      .slice(0, limit)
      .map(([monitorID]): BatchInput => ({ monitorID, command: { kind: 'deadline', at } }));
    if (inputs.length === 0) return [];
    return apply(inputs).map((applied, index) => ({ monitorID: inputs[index]?.monitorID ?? 0, applied }));
  };
}
