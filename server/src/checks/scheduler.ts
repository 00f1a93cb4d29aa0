import {
  type CheckAttempt,
  type CheckPlace,
  type CheckResult,
  checkKindOf,
} from '@overdue/domain/checks/check-result.ts';
import { responsibleRegion } from '@overdue/domain/checks/responsible-region.ts';
import { lateStartMs, slotToCheck } from '@overdue/domain/checks/slots.ts';
import type { ApplyOutcome, CommandInput } from '../database/records.ts';
import { createBell } from '../platform/runtime/bell.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import { createLoop, logOutages } from '../platform/runtime/loop.ts';
import type { Checker } from './checker.ts';
import { CHECK_SHARDS, type CheckStore, type DueCheck } from './contract.ts';
import type { SealedChecks } from './sealed-check.ts';

/** Interval between two reads of due slots. */
const ROUND_MS = 1000;
/** How far ahead slots are read, so that each check starts at its slot. Exceeds the interval between reads. */
const AHEAD_MS = 2500;
/** Duration of a lease on a shard. Renewed each round. */
const LEASE_MS = 5000;
/** Time before the end of a lease in which no check starts. */
const LEASE_MARGIN_MS = 1000;
/** Maximum slots read in one round: more than can be in progress, because slots in progress are still due. */
const DUE_MAX = 20_000;
/** Maximum checks that wait, run, or whose results wait for the database. */
const IN_PROGRESS_MAX = 10_000;
/** Delay before results are stored, so that results that arrive together share a transaction. */
const STORE_AFTER_MS = 50;
const STORED_TOGETHER_MAX = 250;
const STORE_RETRY_MS = 1000;
/** Time without checks of a monitor after a result that the database refuses. */
const POSTPONED_MS = 60_000;

export interface CheckScheduler {
  start(): void;
  /** Starts no more checks, interrupts running checks, and stores the results so far. */
  stop(): Promise<void>;
}

export interface CheckSchedulerOptions {
  readonly store: CheckStore;
  /** Applies commands as users' commands, so that gaps are stored before anything is judged. */
  readonly apply: (inputs: readonly CommandInput[]) => Promise<readonly ApplyOutcome[]>;
  readonly sealedChecks: Pick<SealedChecks, 'open'>;
  readonly checker: Pick<Checker, 'check' | 'stop'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly place: CheckPlace;
  /** Whether other processes may check monitors of the same database. */
  readonly isShared: boolean;
}

/** A check that waits for its slot, runs, or whose result is not stored yet. */
interface Entry {
  readonly due: DueCheck;
  readonly slot: number;
  /** Cancels the start; null once the check runs. */
  cancel: (() => void) | null;
}

/**
 * Starts the check of each slot at its time, and stores the results. A monitor has at most one check in progress. If several
 * processes share a database, each checks the monitors of the shards that it holds.
 */
export function createCheckScheduler(options: CheckSchedulerOptions): CheckScheduler {
  const { store, apply, checker, clock, log, place } = options;
  const entries = new Map<number, Entry>();
  const results: CommandInput[] = [];
  const ready = createBell(clock);
  const waits = new Set<() => void>();
  const ownRegion = place.region ?? '';
  let liveRegions: readonly string[] = [ownRegion];
  /** Monotonic time up to which checks may start. */
  let mayStartUntil = options.isShared ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;

  const reading = createLoop({
    clock,
    round: read,
    retryMs: ROUND_MS,
    observer: logOutages(log, clock, 'Due checks could not be read. Retrying.'),
  });
  const storing = createLoop({
    clock,
    bell: ready,
    round: storeResults,
    retryMs: STORE_RETRY_MS,
    observer: logOutages(log, clock, 'Results of checks could not be stored. Retrying.'),
    isDraining: () => entries.size > 0,
  });

  async function read(): Promise<number> {
    const shards = options.isShared ? await holdShards() : null;
    const now = clock.now();
    // A check that ends during the read may still be listed as due.
    const running = new Set([...entries].flatMap(([id, { cancel }]) => (cancel === null ? [id] : [])));
    const due = await store.listDueChecks({ until: now + AHEAD_MS, shards, limit: DUE_MAX });
    const found = new Set(due.map(({ monitorID }) => monitorID));
    for (const [monitorID, { cancel }] of entries) {
      if (cancel === null || found.has(monitorID)) continue;
      cancel();
      entries.delete(monitorID);
    }
    for (const check of due) if (!running.has(check.monitorID)) plan(check, now);
    return ROUND_MS;
  }

  async function holdShards(): Promise<readonly number[]> {
    const startedAt = clock.monotonic();
    const now = clock.now();
    const busy = new Set([...entries.keys()].map((monitorID) => monitorID % CHECK_SHARDS));
    const { shards, nodes } = await store.holdCheckShards({
      holder: place.node,
      region: ownRegion,
      now,
      until: now + LEASE_MS,
      busy,
    });
    liveRegions = nodes.map(({ region }) => region);
    mayStartUntil = startedAt + LEASE_MS - LEASE_MARGIN_MS;
    return shards;
  }

  /** Plans the start of a check. If its start is planned already, uses the newest settings. */
  function plan(due: DueCheck, now: number): void {
    const { monitorID } = due;
    const planned = entries.get(monitorID);
    if (planned !== undefined && planned.cancel === null) return;
    planned?.cancel?.();
    entries.delete(monitorID);
    const slot = slotToCheck(due.rules.schedule, due.slot, now);
    if (slot === null || slot > now + AHEAD_MS || entries.size >= IN_PROGRESS_MAX || reading.isStopped())
      return;
    const entry: Entry = { due, slot, cancel: clock.after(Math.max(0, slot - now), () => begin(entry)) };
    entries.set(monitorID, entry);
  }

  function begin(entry: Entry): void {
    entry.cancel = null;
    if (clock.monotonic() > mayStartUntil) {
      entries.delete(entry.due.monitorID);
      return;
    }
    check(entry).catch((error: unknown) => {
      // The slot becomes unknown at its deadline, which its explanation says.
      log.error(
        { err: error, monitor: entry.due.shortID },
        'A check could not be made. The slot becomes unknown, and the monitor is checked again in a minute.',
      );
      postpone(entry.due.monitorID);
    });
  }

  async function check({ due, slot }: Entry): Promise<void> {
    const startedAt = clock.now();
    const result = await checkUntilSure(due);
    if (result === null) {
      entries.delete(due.monitorID);
      ready.ring();
      return;
    }
    const at = Math.max(clock.now(), startedAt);
    const { monitorID, url, sealedCheck } = due;
    results.push({
      monitorID,
      command: { kind: 'check', at, slot, startedAt, result },
      target: { url, sealedCheck },
    });
    ready.ring();
  }

  /**
   * Confirms the first failure of a monitor that was up. The first success ends the attempts. Null if
   * another region checks the monitor, or the scheduler stopped meanwhile, so that the next process checks the slot again.
   */
  async function checkUntilSure(due: DueCheck): Promise<CheckResult | null> {
    const { rules, teamID } = due;
    const kind = checkKindOf(rules.kind);
    if (kind === null) throw new Error('A job has no target.');
    const settings = options.sealedChecks.open(due.sealedCheck, { kind, teamID });
    if (responsibleRegion(due.monitorID, { wanted: settings.regions, live: liveRegions }) !== ownRegion)
      return null;
    const job = { kind, team: teamID, url: due.url, settings, keepsExcerpt: false };
    const attempt = () => checker.check({ ...job, waitMsMax: lateStartMs(rules.schedule, due.slot) });
    const { attempts, delay } = settings.confirm;
    const isConfirmed = due.status === 'up' || due.status === 'new';
    const earlier: CheckAttempt[] = [];
    let last = await attempt();
    while (isFailure(last) && isConfirmed && earlier.length < attempts) {
      earlier.push(last);
      await wait(delay * 1000);
      if (reading.isStopped()) return null;
      last = await attempt();
    }
    if (reading.isStopped() && last.outcome === 'unknown') return null;
    return {
      ...last,
      ...place,
      disputed: last.outcome === 'succeeded' && earlier.length > 0,
      earlier: earlier.map(({ outcome, code, message, startedAt, phases }) => ({
        ...{ outcome, code, message, startedAt, phases },
        ...place,
      })),
    };
  }

  /** Waits between two attempts. Ends early when the scheduler stops. */
  function wait(delayMs: number): Promise<void> {
    if (reading.isStopped()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(delayMs, resolve);
    const end = (): void => {
      cancel();
      resolve();
    };
    waits.add(end);
    return promise.finally(() => waits.delete(end));
  }

  async function storeResults(): Promise<number> {
    if (results.length === 0) return Number.POSITIVE_INFINITY;
    if (results.length < STORED_TOGETHER_MAX) await storing.pause(STORE_AFTER_MS);
    const batch = results.slice(0, STORED_TOGETHER_MAX);
    const applied = await apply(batch);
    results.splice(0, batch.length);
    for (const [index, { monitorID }] of batch.entries()) {
      const outcome = applied[index];
      if (outcome?.outcome !== 'failed') {
        entries.delete(monitorID);
        continue;
      }
      log.error(
        { err: outcome.error, monitorID },
        'The result of a check could not be stored. The slot becomes unknown.',
      );
      postpone(monitorID);
    }
    return results.length > 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Waits before a monitor is checked again whose check can't be made or stored, so that its target isn't asked all the time. */
  function postpone(monitorID: number): void {
    if (reading.isStopped()) {
      entries.delete(monitorID);
      ready.ring();
      return;
    }
    const end = (): void => {
      waits.delete(end);
      cancel();
      entries.delete(monitorID);
      ready.ring();
    };
    const cancel = clock.after(POSTPONED_MS, end);
    waits.add(end);
  }

  return {
    start() {
      reading.start();
      storing.start();
    },
    async stop() {
      const read = reading.stop();
      for (const end of waits) end();
      for (const [monitorID, { cancel }] of entries) {
        if (cancel === null) continue;
        cancel();
        entries.delete(monitorID);
      }
      await checker.stop();
      await read;
      await storing.stop();
      if (options.isShared) await store.releaseCheckShards(place.node);
    },
  };
}

function isFailure({ outcome }: CheckAttempt): boolean {
  return outcome === 'failed' || outcome === 'timed_out';
}
