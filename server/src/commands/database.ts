import { existsSync } from 'node:fs';
import type { DatabaseLocation } from '../platform/config/database-location.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Store } from '../store/store.ts';

// Each adapter is loaded only where it is used: loading both drivers would slow down every start.
const loadPostgres = () => import('../store/postgres/store.ts');
const loadSqlite = () => import('../store/sqlite/store.ts');
const loadPostgresMigrations = () => import('../store/postgres/migrate.ts');

export async function openStore(
  location: DatabaseLocation,
  { newID, now }: { readonly newID: () => string; readonly now: number },
): Promise<Store> {
  return location.kind === 'sqlite'
    ? (await loadSqlite()).openSqliteStore({ file: location.file, newID })
    : (await loadPostgres()).openPostgresStore({ url: location.url, newID, now });
}

/** A store whose database may become available only after the start. */
export interface ConnectedStore {
  readonly store: Store;
  /** Prepares the database. Must succeed before the store is used; may be called again after a failure. */
  readonly prepare: (now: number) => Promise<void>;
  /** Starts checking that the database file stays in place. */
  readonly guardFile: (shell: {
    readonly clock: Clock;
    readonly log: Log;
    readonly restoreKey: () => void;
  }) => void;
}

export async function connectStore(
  location: DatabaseLocation,
  options: { readonly newID: () => string; readonly clock: Clock; readonly isNewWanted: boolean },
): Promise<ConnectedStore> {
  if (location.kind === 'postgres') {
    const { connectPostgresStore } = await loadPostgres();
    return { ...connectPostgresStore({ url: location.url, newID: options.newID }), guardFile: () => {} };
  }
  const { openServiceStore, openSqliteStore } = await loadSqlite();
  const { file } = location;
  const prepare = () => Promise.resolve();
  if (file === ':memory:')
    return { store: await openSqliteStore({ file, newID: options.newID }), prepare, guardFile: () => {} };
  return { ...(await openServiceStore({ ...options, file })), prepare };
}

export async function migrate(location: DatabaseLocation, now: number): Promise<readonly string[]> {
  if (location.kind === 'postgres')
    return (await loadPostgresMigrations()).migratePostgres(location.url, now);
  const { migrateSqlite } = await import('../store/sqlite/migrate.ts');
  return migrateSqlite(location.file);
}

export async function isInstalled(location: DatabaseLocation): Promise<boolean> {
  if (location.kind === 'sqlite') return location.file === ':memory:' || existsSync(location.file);
  return (await loadPostgresMigrations()).isPostgresMigrated(location.url);
}
