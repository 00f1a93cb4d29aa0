import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Notifier } from '../../src/notify/notifier.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import type { FakeClock, SeededRandom } from '../fake-clock.ts';
import { around, type Core, startCore } from '../watchdog/core.ts';

/** A time in which no ping could be received. Epoch milliseconds by the wall clock. */
export interface Downtime {
  readonly from: number;
  readonly to: number;
}

/** A process of the service that is up. */
export interface Running {
  readonly core: Core;
  readonly notifier: Notifier;
  /** The store as the process sees it: slow, failing, or gone, as the simulation wants it. */
  readonly store: Store;
}

/** The machine that the service runs on, with its disk and its mishaps. */
export interface Host {
  readonly downtimes: readonly Downtime[];
  /** Null while the process is down or stops. */
  running(): Running | null;
  /** Starts a process on what the last one has left on disk. It may fail, and then it is down. */
  boot(): Promise<void>;
  /** The process is gone from one moment to the next. What is on disk stays. */
  kill(): void;
  /** Ends it as an operator would. */
  stop(): void;
  /** Kills it in the middle of its work: at its n-th call from now, right before or right after the commit. */
  armCrash(calls: number, moment: 'before' | 'after'): void;
  /** Whether something keeps the process from its work at the moment. */
  isTroubled(): boolean;
  loseDatabase(): void;
  returnDatabase(): void;
  /** Jumps the wall clock. */
  jump(ms: number): void;
  /** To be called after each step: a crash that was armed may have happened. */
  tidyUp(): Promise<void>;
  /** Past all mishaps: reads what there is. */
  readonly disk: () => Store;
  /** Makes calls fail and wait no more. */
  calmDown(): void;
  close(): Promise<void>;
}

/** Memory, where there is such a disk: a kill leaves the page cache whole, so that nothing hangs on fsync. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface HostOptions {
  readonly clock: FakeClock;
  readonly random: SeededRandom;
  readonly onLost: () => void;
  readonly errorRate: number;
  /** Has a process tell of alerts. */
  readonly startNotifier: (store: Store) => Notifier;
}

export async function openHost(options: HostOptions): Promise<Host> {
  const { clock, random, onLost, errorRate, startNotifier } = options;
  const folder = mkdtempSync(join(ROOT, 'overdue-sim-'));
  const downtimes: Downtime[] = [];
  let generation = 0;
  let store = await openStore();
  let running: Running | null = null;
  let isDead = true;
  let isAway = false;
  let isCalm = false;
  let crash: { calls: number; readonly moment: 'before' | 'after' } | null = null;
  let deadSince = clock.now();
  let stoppingSince: number | null = null;
  let awaySince = 0;
  let needsTidying = false;

  function fileOf(number: number): string {
    return join(folder, `${number}.db`);
  }

  function openStore(): Promise<Store> {
    return openSqliteStore({ file: fileOf(generation), newID: () => random.uuid() });
  }

  const never = new Promise<never>(() => {});

  function die(): void {
    if (isDead) return;
    isDead = true;
    running = null;
    crash = null;
    if (isAway) returnDatabase();
    deadSince = stoppingSince ?? clock.now();
    stoppingSince = null;
    needsTidying = true;
    clock.dropTimers();
    onLost();
  }

  function returnDatabase(): void {
    if (!isAway) return;
    isAway = false;
    downtimes.push({ from: awaySince, to: clock.now() });
  }

  async function dawdle(): Promise<void> {
    if (isCalm) return;
    for (let turns = random.pick([0, 0, 0, 1, 2]); turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  /** What one process sees: when it is dead, no call ever comes back to it. */
  function seenStore(mine: number): Store {
    const isOver = () => isDead || mine !== generation;
    return around(store, async (_method, call) => {
      await dawdle();
      if (isOver()) return never;
      if (crash !== null) crash.calls -= 1;
      if (crash?.calls === 0 && crash.moment === 'before') die();
      if (isOver()) return never;
      if (isAway || (!isCalm && random.chance(errorRate))) throw new Error('The database refuses.');
      const isLast = crash?.calls === 0;
      const answer = await call();
      if (isLast && !isOver()) die();
      await dawdle();
      return isOver() ? never : answer;
    });
  }

  async function tidyUp(): Promise<void> {
    if (!needsTidying) return;
    needsTidying = false;
    await clock.settle();
    // What a killed process leaves: its files as they are, the log among them.
    const left = fileOf(generation);
    generation += 1;
    for (const suffix of ['', '-wal'])
      if (existsSync(left + suffix)) copyFileSync(left + suffix, fileOf(generation) + suffix);
    await store.close();
    rmSync(left, { force: true });
    store = await openStore();
  }

  return {
    downtimes,
    running: () => (stoppingSince === null ? running : null),
    tidyUp,
    async boot() {
      if (!isDead) return;
      isDead = false;
      const seen = seenStore(generation);
      const mine = generation;
      startCore(seen, clock).then(
        (core) => {
          if (isDead || mine !== generation) return;
          running = { core, store: seen, notifier: startNotifier(seen) };
          downtimes.push({ from: deadSince, to: clock.now() });
        },
        () => {
          const since = deadSince;
          die();
          deadSince = since;
        },
      );
      await clock.settle();
    },
    kill: die,
    stop() {
      const process = running;
      if (process === null || stoppingSince !== null) return;
      const mine = generation;
      stoppingSince = clock.now();
      void process.core
        .stop()
        .then(() => process.notifier.stop())
        .catch(() => {})
        .then(() => {
          if (mine === generation) die();
        });
    },
    armCrash(calls, moment) {
      crash = { calls, moment };
    },
    isTroubled: () => isDead || running === null || stoppingSince !== null || isAway,
    loseDatabase() {
      if (isDead || isAway) return;
      isAway = true;
      awaySince = clock.now();
    },
    returnDatabase,
    jump(ms) {
      const from = clock.now();
      clock.jump(ms);
      if (ms > 0) downtimes.push({ from, to: clock.now() });
    },
    disk: () => store,
    calmDown() {
      isCalm = true;
      crash = null;
      returnDatabase();
    },
    async close() {
      die();
      await clock.settle();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
