import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Spool } from '../../src/core/spool/contract.ts';
import { openSpool } from '../../src/core/spool/spool.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeDataFolder } from '../data-folder.ts';
import type { Version } from '../postgres/binaries.ts';
import { takeDatabase } from '../postgres/database.ts';
import { interceptStore } from '../watchdog/core.ts';
import type { OpenDisk } from './disk.ts';

interface Life {
  readonly store: Store;
  spool: Spool | null;
  hasClosedSpool: boolean;
}

/**
 * Opens a PostgreSQL database that any number of nodes share. With `hasSpools`, each node has a spool. The database uses the
 * clock of the simulation.
 * @param inProgress collects the pending work of the database, so that a fake clock can wait for it
 */
export function createPostgresDisk(
  version: Version,
  { inProgress, hasSpools }: { readonly inProgress: Set<Promise<unknown>>; readonly hasSpools: boolean },
): OpenDisk {
  return async ({ newID, now }) => {
    const { url, drop } = await takeDatabase(version);
    const folder = makeDataFolder('overdue-sim-');
    const lives = new Map<string, Life>();

    async function open(): Promise<Store> {
      const store = await openPostgresStore({ url, newID, now: now() });
      return interceptStore({ ...store, readDatabaseTime: async () => now() }, (_method, call) => {
        const response = call();
        const end = response.then(
          () => void inProgress.delete(end),
          () => void inProgress.delete(end),
        );
        inProgress.add(end);
        return response;
      });
    }

    const store = await open();
    return {
      store: () => store,
      async open(node) {
        const spool = hasSpools ? openSpool(join(folder, `${node}.db`)) : null;
        const life: Life = { store: await open(), spool: null, hasClosedSpool: false };
        if (spool !== null)
          life.spool = {
            ...spool,
            close() {
              life.hasClosedSpool = true;
              spool.close();
            },
          };
        lives.set(node, life);
        return life;
      },
      async recover(node) {
        const life = lives.get(node);
        lives.delete(node);
        // A process that stops in order has closed its spool.
        if (life?.hasClosedSpool === false) life.spool?.close();
        await life?.store.close();
      },
      refusal: () => new DatabaseUnavailable('The database is away.'),
      hasSpools,
      async close() {
        await store.close();
        rmSync(folder, { recursive: true });
        await drop();
      },
    };
  };
}
