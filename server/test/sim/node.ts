import type { Notifier } from '../../src/notify/notifier.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Spool } from '../../src/store/spool/contract.ts';
import type { Store } from '../../src/store/store.ts';
import { DatabaseUnavailable } from '../../src/store/unavailable.ts';
import type { FakeClock, SeededRandom } from '../fake-clock.ts';
import { around, type Core, startCore } from '../watchdog/core.ts';
import type { Disk } from './disk.ts';

/** A process of the service that is up. */
export interface Running {
  readonly node: string;
  readonly core: Core;
  readonly notifier: Notifier & { wake(): void };
  /** The store as the process sees it: slow, failing, or gone, as the simulation wants it. */
  readonly store: Store;
}

/** A machine that the service runs on, process after process. */
export interface Node {
  /** Null while the process is down or stops. */
  running(): Running | null;
  /** Whether it neither runs nor stops. */
  isDead(): boolean;
  /** Pings in its spool. */
  spooled(): number;
  /** Starts a process on what the last one has left. It may fail, and then it is down. */
  boot(): Promise<void>;
  /** The process is gone from one moment to the next. */
  kill(): void;
  /** Ends it as an operator would. */
  stop(): void;
  /** Kills it in the middle of its work: at its n-th call from now, right before or right after the commit. */
  armCrash(calls: number, moment: 'before' | 'after'): void;
  disarm(): void;
  /** To be called after each step: a crash that was armed may have happened. */
  tidyUp(): Promise<void>;
}

export interface NodeOptions {
  readonly name: string;
  readonly clock: FakeClock;
  /** Names a new life. */
  readonly newEpoch: () => string;
  /** How far the machine's clock is ahead of all others. */
  readonly aheadMs: number;
  readonly random: SeededRandom;
  readonly disk: Disk;
  readonly errorRate: number;
  /** Whether the database is out of reach. */
  readonly isAway: () => boolean;
  /** Whether nothing is to go wrong any more. */
  readonly isCalm: () => boolean;
  /** Has a process tell of alerts. */
  readonly startNotifier: (store: Store, clock: Clock) => Notifier & { wake(): void };
  /** Called when it can take pings from now on, or can't. */
  readonly onChange: () => void;
  /** Called with what was not answered by the process that is gone. */
  readonly onLost: (node: string) => void;
}

/** One life of a process. Its timers go with it. */
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
  let needsTidying = false;
  /** Number of pings that the last process left in its spool. */
  let left = 0;

  function die(): void {
    if (life === null) return;
    left = life.spool?.size().pings ?? 0;
    life.isOver = true;
    life = null;
    crash = null;
    needsTidying = true;
    options.onLost(name);
    options.onChange();
  }

  async function dawdle(): Promise<void> {
    if (options.isCalm()) return;
    for (let turns = random.pick([0, 0, 0, 1, 2]); turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve));
  }

  function fails(): boolean {
    return !options.isCalm() && random.chance(options.errorRate);
  }

  /** Returns the store as one process sees it: after the process dies, no call ever returns to it. */
  function seenBy(mine: Life, store: Store): Store {
    return around(store, async (_method, call) => {
      await dawdle();
      if (mine.isOver) return never;
      if (crash !== null) crash.calls -= 1;
      const isLast = crash?.calls === 0;
      if (isLast && crash?.moment === 'before') die();
      if (mine.isOver) return never;
      if (options.isAway() || fails()) throw disk.refusal();
      const answer = await call();
      if (isLast && !mine.isOver) die();
      await dawdle();
      if (mine.isOver) return never;
      if (disk.hasSpools && fails()) throw new DatabaseUnavailable('The answer was lost.');
      return answer;
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
    async tidyUp() {
      if (!needsTidying) return;
      needsTidying = false;
      await options.clock.settle();
      await disk.recover(name);
    },
  };
}

/** The time as a machine has it, until its process is gone. */
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
