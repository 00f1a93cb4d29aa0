import { type Send, sendGroups } from '../../database/postgres/send-groups.ts';
import type { Statement, StatementResult } from '../../database/postgres/statement.ts';
import type { ApplyOutcome, BatchInput } from '../../database/records.ts';
import type { JudgedMonitor } from '../contract.ts';
import { EarlierPingsSetAside } from '../queries/pings-set-aside.ts';
import { openWorkingSet } from '../working-set.ts';
import { createBlindWindows } from './blind-windows.ts';
import { decideBatch, type MissingRows } from './decide-batch.ts';
import { type EditedRows, readEdits } from './edit-reads.ts';
import { isListKind, type LockedMonitor, lockedMonitor } from './locked-monitor.ts';
import { selectReports, takeReports } from './report-lookups.ts';
import { type CachedRules, createRulesCache, parseCachedRules, readRules } from './rules.ts';
import {
  buildRunReading,
  findByRunID,
  loadFoundRuns,
  type RunIDLookup,
  type RunReading,
} from './run-lookups.ts';
import {
  planTransitions,
  saveEvents,
  saveHidden,
  saveRunCounts,
  saveRuns,
  saveSettings,
  saveStates,
} from './save.ts';
import { findSetAside, lockStates, parseLocked } from './states.ts';

/** Statements sent together with the first and last statements of a batch, to save round trips. */
export interface RoundTripExtras {
  readonly send: Send;
  readonly open: readonly Statement[];
  readonly close: readonly Statement[];
  /** Whether the inputs may overtake pings of their monitors that were set aside, because they are the first of these pings. */
  readonly passesSetAside?: boolean;
}

export interface Applier {
  /**
   * Applies inputs in order, usually in two round trips. Throws if earlier pings of one of the monitors are set aside. `fresh` returns the inputs that still need to be applied,
   * judging by the results of `extras.open`.
   */
  apply(
    extras: RoundTripExtras,
    inputs: readonly BatchInput[],
    fresh?: (results: readonly StatementResult[]) => readonly BatchInput[],
  ): Promise<readonly ApplyOutcome[]>;
  applyToLocked(
    extras: RoundTripExtras,
    lock: Statement,
    inputFor: (monitorID: number) => BatchInput,
  ): Promise<readonly JudgedMonitor[]>;
  forgetAll(): void;
}

/** Rows that a batch needs for its decisions. */
interface Loaded extends Pick<EditedRows, 'findIn'> {
  readonly locked: ReadonlyMap<number, LockedMonitor>;
  readonly blindWindows: StatementResult | undefined;
}

/** The hot path. Locks, loads and saves all monitors of a batch together. */
export function createApplier(newID: () => string): Applier {
  const rulesCache = createRulesCache();
  const windows = createBlindWindows();

  /** Returns the locked monitors with their rules. Reads rules that are neither cached nor in `rules`. */
  async function readLocked(
    send: Send,
    states: StatementResult | undefined,
    rules: StatementResult | undefined,
  ) {
    const parsed = (states?.rows ?? []).map(parseLocked);
    const read = new Map<number, CachedRules>((rules?.rows ?? []).map(parseCachedRules));
    const missing = parsed.filter(
      (state) => rulesCache.find(state) === undefined && !read.has(state.monitorID),
    );
    if (missing.length > 0) {
      const [result] = await send([readRules(missing.map(({ monitorID }) => monitorID))]);
      for (const [monitorID, cached] of (result?.rows ?? []).map(parseCachedRules))
        read.set(monitorID, cached);
    }
    const locked = new Map<number, LockedMonitor>();
    for (const state of parsed) {
      const knownRules = rulesCache.find(state) ?? read.get(state.monitorID);
      if (knownRules === undefined) continue;
      if (read.has(state.monitorID)) rulesCache.keep(state, knownRules);
      locked.set(state.monitorID, lockedMonitor(state, knownRules));
    }
    return locked;
  }

  async function finish(
    { send, close }: RoundTripExtras,
    inputs: readonly BatchInput[],
    { locked, blindWindows, findIn }: Loaded,
  ): Promise<readonly ApplyOutcome[]> {
    const set = openWorkingSet();
    const windowsOf = windows.addRead(blindWindows);
    const applied = await decideBatch({ set, locked, windowsOf, newID, findIn }, inputs, (missing) =>
      read(send, missing),
    );
    const monitors = [...locked.values()];
    const saves = [
      ...saveEvents(set.events),
      ...saveRuns(monitors),
      ...saveSettings(monitors),
      ...saveStates(monitors),
      ...saveHidden(monitors),
    ];
    const transitions = planTransitions(
      monitors.map(({ working }) => working),
      newID,
    );
    // Run counts are saved last, because other batches of the team may wait for these rows until the commit.
    const counts = saveRunCounts(set.runCounts);
    if (transitions.statements.length === 0) {
      await send([...saves, ...counts, ...close]);
    } else {
      const results = await send([...saves, ...transitions.statements]);
      await send([...transitions.outbox(results.slice(saves.length)), ...counts, ...close]);
    }
    return applied;
  }

  return {
    async apply(extras, inputs, fresh = () => inputs) {
      const ids = monitorIDsOf(inputs);
      const lookups = inputs.flatMap(runLookups);
      const unknown = ids.filter((id) => !rulesCache.has(id));
      const edits = readEdits(inputs);
      const results = await sendGroups(extras.send, {
        open: extras.open,
        references: edits.lockReferences,
        states: [lockStates(ids), windows.read(), findSetAside(ids)],
        runs: lookups.length === 0 ? [] : [findByRunID(lookups)],
        settings: edits.readSettings,
        rules: unknown.length === 0 ? [] : [readRules(unknown)],
      });
      const [states, blindWindows, setAside] = results.states;
      if (extras.passesSetAside !== true && setAside !== undefined && setAside.rows.length > 0)
        throw new EarlierPingsSetAside();
      const [runs] = results.runs;
      const [stored] = results.settings;
      const [rules] = results.rules;
      const locked = await readLocked(extras.send, states, rules);
      loadFoundRuns(locked, lookups, runs);
      const { settings, findIn } = edits.take(results.references, stored);
      for (const [id, { working }] of locked) working.settings = settings.get(id) ?? null;
      return finish(extras, fresh(results.open), { locked, blindWindows, findIn });
    },
    async applyToLocked(extras, lock, inputFor) {
      const results = await extras.send([...extras.open, lock, windows.read()]);
      const [states, blindWindows] = results.slice(extras.open.length);
      const locked = await readLocked(extras.send, states, undefined);
      const inputs = [...locked.keys()].map(inputFor);
      const applied = await finish(extras, inputs, { locked, blindWindows, findIn: () => () => null });
      return applied.flatMap((result, index) => {
        const input = inputs[index];
        return input === undefined ? [] : [{ monitorID: input.monitorID, applied: result }];
      });
    },
    forgetAll: () => rulesCache.clear(),
  };
}

/**
 * Locks everything that the inputs lock, in the order of all batches. Runs before inputs are applied one by one, because their own
 * order could deadlock with a batch of another node.
 */
export function lockAll(inputs: readonly BatchInput[]): readonly Statement[] {
  return [...readEdits(inputs).lockReferences, lockStates(monitorIDsOf(inputs))];
}

function monitorIDsOf(inputs: readonly BatchInput[]): readonly number[] {
  return [...new Set(inputs.map(({ monitorID }) => monitorID))].sort((a, b) => a - b);
}

function runLookups(input: BatchInput): readonly RunIDLookup[] {
  if (!('command' in input)) return [];
  const { monitorID, command } = input;
  return command.kind === 'ping' && command.rid !== null ? [{ monitorID, runID: command.rid }] : [];
}

/** Reads the missing rows. Saves changed runs first, because lists must include the changes of this batch. */
async function read(send: Send, { runs, reports }: MissingRows): Promise<void> {
  const listed = runs.filter(({ key }) => isListKind(key.by));
  const saves = saveRuns(new Set(listed.map(({ locked }) => locked)));
  const reading: RunReading = buildRunReading(runs);
  const readReports = reports.length === 0 ? [] : [selectReports(reports)];
  const results = await send([...saves, ...reading.statements, ...readReports]);
  reading.take(results.slice(saves.length));
  if (reports.length > 0) takeReports(reports, results.at(-1));
}
