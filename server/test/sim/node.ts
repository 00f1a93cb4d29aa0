import type { Notifier } from '../../src/alerts/notifier.ts';
import type { Spool } from '../../src/core/spool/contract.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import type { Clock } from '../../src/platform/runtime/clock.ts';
import type { Store } from '../../src/store/store.ts';
import type { FakeClock, SeededRandom } from '../fake-clock.ts';
import { type Core, interceptStore, startCore } from '../watchdog/core.ts';
import type { Disk } from './disk.ts';

/** A running process of the service. */
export interface Running {
  readonly node: string;
  readonly core: Core;
  readonly notifier: Notifier & { wake(): void };
  /** The store from the perspective of the process. The simulation makes it slow, failing, or gone. */
  readonly store: Store;
}

/** A machine that runs processes of the service, one after another. */
export interface Node {
  /** Returns the running process; null while it is down or stopping. */
  running(): Running | null;
  /** Returns whether no process is running or stopping. */
  isDead(): boolean;
  /** Returns the number of pings in the spool. */
  spooled(): number;
  /** Starts a process on the files of the previous process. If the start fails, the node stays down. */
  boot(): Promise<void>;
  /** Kills the process. */
  kill(): void;
  /** Stops the process as an operator would. */
  stop(): void;
  /** Kills the process at its n-th call from now, immediately before or after the commit. */
  armCrash(calls: number, moment: 'before' | 'after'): void;
  disarm(): void;
  /** Cleans up after a process that has been killed. Call this after each step. */
  recoverCrashed(): Promise<void>;
}

export interface NodeOptions {
  readonly name: string;
  readonly clock: FakeClock;
  /** Generates a name for a new process. */
  readonly newEpoch: () => string;
  /** Offset of the machine's clock. */
  readonly aheadMs: number;
  readonly random: SeededRandom;
  readonly disk: Disk;
  readonly errorRate: number;
  /** Returns whether the database can't be reached. */
  readonly isAway: () => boolean;
  /** Returns whether all mishaps are over. */
  readonly isFaultFree: () => boolean;
  /** Starts the alerting of a process. */
  readonly startNotifier: (store: Store, clock: Clock) => Notifier & { wake(): void };
  /** Called when the node starts or stops accepting pings. */
  readonly onChange: () => void;
  /** Called with the node's name when its process dies before answering all requests. */
  readonly onLost: (node: string) => void;
}

/** One process. When it ends, its timers end too. */
interface Life {
  readonly clock: Clock;
  isOver: boolean;
  running: Running | null;
  isStopping: boolean;
  spool: Spool | null;
}

const never = new Promise<never>(() => {});

export function createNode(options: NodeOptions): Node {
  const { name, random, disk } = options;
  let life: Life | null = null;
  let crash: { calls: number; readonly moment: 'before' | 'after' } | null = null;
  let needsRecovery = false;
  /** Number of pings that the previous process left in its spool. */
  let left = 0;

  function die(): void {
    if (life === null) return;
    left = life.spool?.size().pings ?? 0;
    life.isOver = true;
    life = null;
    crash = null;
    needsRecovery = true;
    options.onLost(name);
    options.onChange();
  }

  async function dawdle(): Promise<void> {
    if (options.isFaultFree()) return;
    for (let turns = random.pick([0, 0, 0, 1, 2]); turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  function fails(): boolean {
    return !options.isFaultFree() && random.chance(options.errorRate);
  }

  /** Returns the store from the perspective of one process. After the process dies, its calls never return. */
  function seenBy(mine: Life, store: Store): Store {
    return interceptStore(store, async (_method, call) => {
      await dawdle();
      if (mine.isOver) return never;
      if (crash !== null) crash.calls -= 1;
      const isLast = crash?.calls === 0;
      if (isLast && crash?.moment === 'before') die();
      if (mine.isOver) return never;
      if (options.isAway() || fails()) throw disk.refusal();
      const response = await call();
      if (isLast && !mine.isOver) die();
      await dawdle();
      if (mine.isOver) return never;
      if (disk.hasSpools && fails()) throw new DatabaseUnavailable('The response was lost.');
      return response;
    });
  }

  return {
    running: () => (life?.isStopping === false ? life.running : null),
    isDead: () => life === null,
    spooled: () => life?.spool?.size().pings ?? left,
    async boot() {
      if (life !== null) return;
      const mine: Life = {
        clock: clockOf(options, () => mine.isOver),
        isOver: false,
        running: null,
        isStopping: false,
        spool: null,
      };
      life = mine;
      const { store, spool } = await disk.open(name);
      mine.spool = spool;
      const seen = seenBy(mine, store);
      const kept = spool === null ? null : { spool, newID: () => random.uuid() };
      startCore(seen, mine.clock, { epoch: options.newEpoch(), spool: kept }).then(
        (core) => {
          if (mine.isOver) return;
          mine.running = { node: name, core, store: seen, notifier: options.startNotifier(seen, core.clock) };
          options.onChange();
        },
        () => {
          if (!mine.isOver) die();
        },
      );
      await options.clock.settle();
    },
    kill: die,
    stop() {
      const mine = life;
      if (mine === null || mine.running === null || mine.isStopping) return;
      const process = mine.running;
      mine.isStopping = true;
      options.onChange();
      void process.core
        .stop()
        .then(() => process.notifier.stop())
        .catch(() => {})
        .then(() => {
          if (!mine.isOver) die();
        });
    },
    armCrash(calls, moment) {
      crash = { calls, moment };
    },
    disarm() {
      crash = null;
    },
    async recoverCrashed() {
      if (!needsRecovery) return;
      needsRecovery = false;
      await options.clock.settle();
      await disk.recover(name);
    },
  };
}

/** The clock of a machine, which stops when its process ends. */
function clockOf({ clock, aheadMs }: NodeOptions, isOver: () => boolean): Clock {
  return {
    now: () => clock.now() + aheadMs,
    monotonic: () => clock.monotonic(),
    after: (delayMs, callback) =>
      clock.after(delayMs, () => {
        if (!isOver()) callback();
      }),
  };
}
