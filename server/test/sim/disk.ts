import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Spool } from '../../src/core/spool/contract.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeDataFolder } from '../data-folder.ts';

/** Storage that survives the processes of a simulation. */
export interface Disk {
  /** Returns the store without mishaps, for reading. */
  store(): Store;
  /** Opens the storage for a process that starts on a node. */
  open(node: string): Promise<{ readonly store: Store; readonly spool: Spool | null }>;
  /** Cleans up after a node's process, once all pending work of the process has ended. */
  recover(node: string): Promise<void>;
  /** Returns the error that calls get while the database is away. */
  refusal(): Error;
  /** Whether pings are spooled while the database is away. If so, a call may also succeed although its response is lost. */
  readonly hasSpools: boolean;
  close(): Promise<void>;
}

export interface DiskOptions {
  readonly newID: () => string;
  readonly now: () => number;
}

export type OpenDisk = (options: DiskOptions) => Promise<Disk>;

/**
 * Like {@link openSqliteDisk}, but the nodes behave as on a shared database, so that a simulation can be compared with one on
 * PostgreSQL.
 */
export async function openWatchedDisk(options: DiskOptions): Promise<Disk> {
  const disk = await openSqliteDisk(options);
  return {
    ...disk,
    open: async (node) => {
      const { store, spool } = await disk.open(node);
      return { store: { ...store, isShared: true }, spool };
    },
  };
}

/** A database in a file, for one node. */
export async function openSqliteDisk({ newID }: DiskOptions): Promise<Disk> {
  const folder = makeDataFolder('overdue-sim-');
  let generation = 0;
  let store = await openStore();

  function fileOf(number: number): string {
    return join(folder, `${number}.db`);
  }

  function openStore(): Promise<Store> {
    return openSqliteStore({ file: fileOf(generation), newID });
  }

  return {
    store: () => store,
    open: async () => ({ store, spool: null }),
    async recover() {
      // A killed process leaves all its files unchanged, including the write-ahead log.
      const left = fileOf(generation);
      generation += 1;
      for (const suffix of ['', '-wal'])
        if (existsSync(left + suffix)) copyFileSync(left + suffix, fileOf(generation) + suffix);
      await store.close();
      rmSync(left, { force: true });
      store = await openStore();
    },
    refusal: () => new Error('The database refuses.'),
    hasSpools: false,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
