import type { Store } from '../../src/store/store.ts';
import type { Disk } from './disk.ts';
import { createNode, type NodeOptions, type Running } from './node.ts';

/** A period in which no ping could be received, in epoch milliseconds of the wall clock. */
export interface Downtime {
  readonly from: number;
  readonly to: number;
}

/** Simulates the hosts of the service: one or more nodes on one database, with their mishaps. */
export interface Host {
  readonly downtimes: readonly Downtime[];
  /**
   * Returns the periods from a refused ping until a ping was stored, at most until a minute after the last refused ping. A running
   * service judges nothing in them.
   */
  refusals(): readonly Downtime[];
  notePing(outcome: 'refused' | 'stored'): void;
  /** Returns a running node; null if none is running. */
  running(): Running | null;
  /** Starts each node again, with the files that its previous process left. A node whose start fails stays down. */
  boot(): Promise<void>;
  /** Kills a process without changing its files. */
  kill(): void;
  /** Stops a process as an operator would. */
  stop(): void;
  /** Kills a process at its n-th call from now, immediately before or after the commit. */
  armCrash(calls: number, moment: 'before' | 'after'): void;
  /** Whether a node or the database is down, or was down a few seconds ago. */
  isDegraded(): boolean;
  loseDatabase(): void;
  returnDatabase(): void;
  /** Moves the wall clock. */
  jump(ms: number): void;
  /** Cleans up after processes that have been killed. Call this after each step. */
  recoverCrashed(): Promise<void>;
  /** Returns the store without mishaps, for reading. */
  readonly disk: () => Store;
  /** Ends all mishaps and starts all nodes that are down. */
  endFaults(): Promise<void>;
  close(): Promise<void>;
}

/** Time after the last refused ping after which the service judges again, even if it has stored no ping. */
const REFUSED_TIME_ENDS_AFTER_MS = 60_000;
/** Slightly longer than nodes wait for the pings of a dead node. */
const DEAD_NODE_MS = 15_000;

export interface HostOptions
  extends Omit<NodeOptions, 'name' | 'aheadMs' | 'isAway' | 'isFaultFree' | 'onChange'> {
  readonly disk: Disk;
  /** Clock offset of each node. */
  readonly nodesAheadMs: readonly number[];
}

export function openHost(options: HostOptions): Host {
  const { clock, random, disk, nodesAheadMs } = options;
  const downtimes: Downtime[] = [];
  let isAway = false;
  let isFaultFree = false;
  const refusals: Downtime[] = [];
  let blindSince: number | null = clock.now();
  let refusing: { readonly from: number; readonly lastAt: number } | null = null;
  let degradedAt = Number.NEGATIVE_INFINITY;
  const nodes = nodesAheadMs.map((aheadMs, index) =>
    createNode({
      ...options,
      name: `node-${index}`,
      aheadMs,
      isAway: () => isAway,
      isFaultFree: () => isFaultFree,
      onChange: note,
    }),
  );

  function up(): readonly Running[] {
    return nodes.flatMap((node) => node.running() ?? []);
  }

  /** Records whether pings can be received from now on. */
  function note(): void {
    const isTaking = up().length > 0 && (!isAway || disk.hasSpools);
    if (!isTaking) blindSince ??= clock.now();
    else if (blindSince !== null) {
      downtimes.push({ from: blindSince, to: clock.now() });
      blindSince = null;
    }
    if (disk.store().isShared) degradedAt = clock.monotonic();
  }

  function currentRefusal(): readonly Downtime[] {
    if (refusing === null) return [];
    const { from, lastAt } = refusing;
    return [{ from, to: Math.min(clock.now(), lastAt + REFUSED_TIME_ENDS_AFTER_MS) }];
  }

  const anyOf = () => random.pick(nodes);

  async function recoverCrashed(): Promise<void> {
    for (const node of nodes) await node.recoverCrashed();
  }

  function returnDatabase(): void {
    isAway = false;
    note();
  }

  return {
    downtimes,
    refusals: () => [...refusals, ...currentRefusal()],
    notePing(outcome) {
      const now = clock.now();
      const isOver = refusing !== null && now - refusing.lastAt > REFUSED_TIME_ENDS_AFTER_MS;
      if (outcome === 'stored' || isOver) {
        refusals.push(...currentRefusal());
        refusing = null;
      }
      if (outcome === 'refused') refusing = { from: refusing?.from ?? now, lastAt: now };
    },
    running() {
      const processes = up();
      return processes.length === 0 ? null : random.pick(processes);
    },
    recoverCrashed,
    async boot() {
      // A node with spooled pings always starts, because these pings delay the other nodes.
      const isUrgent = nodes.every((node) => node.isDead());
      for (const node of nodes) if (isUrgent || node.spooled() > 0 || random.chance(0.4)) await node.boot();
    },
    kill: () => anyOf().kill(),
    stop: () => anyOf().stop(),
    armCrash: (calls, moment) => anyOf().armCrash(calls, moment),
    isDegraded: () => up().length < nodes.length || isAway || clock.monotonic() - degradedAt < DEAD_NODE_MS,
    loseDatabase() {
      isAway = true;
      note();
    },
    returnDatabase,
    jump(ms) {
      const from = clock.now();
      clock.jump(ms);
      if (ms > 0) downtimes.push({ from, to: clock.now() });
    },
    disk: () => disk.store(),
    async endFaults() {
      isFaultFree = true;
      returnDatabase();
      for (const node of nodes) {
        node.disarm();
        // Kills the node if its process is still stopping.
        if (node.running() === null) node.kill();
      }
      await recoverCrashed();
      for (const node of nodes) await node.boot();
    },
    async close() {
      for (const node of nodes) node.kill();
      await recoverCrashed();
      await disk.close();
    },
  };
}
