import { existsSync } from 'node:fs';
import type { DatabaseLocation } from '../database-location.ts';
import { isPostgresMigrated, migratePostgres } from '../store/postgres/migrate.ts';
import { connectPostgresStore, openPostgresStore } from '../store/postgres/store.ts';
import { migrateSqlite } from '../store/sqlite/migrate.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import type { Store } from '../store/store.ts';

/** Opens the database with its own adapter, and brings it up to this version. */
export function openStore(
  location: DatabaseLocation,
  { newID, now }: { readonly newID: () => string; readonly now: number },
): Promise<Store> {
  return location.kind === 'sqlite'
    ? openSqliteStore({ file: location.file, newID })
    : openPostgresStore({ url: location.url, newID, now });
}

/** For a service, which may be there before its database. `prepare` is to be called, once or until it works, before the store is used. */
export async function connectStore(
  location: DatabaseLocation,
  newID: () => string,
): Promise<{ readonly store: Store; readonly prepare: (now: number) => Promise<void> }> {
  if (location.kind === 'postgres') return connectPostgresStore({ url: location.url, newID });
  return { store: await openSqliteStore({ file: location.file, newID }), prepare: () => Promise.resolve() };
}

/** @returns the names of the migrations that ran */
export function migrate(location: DatabaseLocation, now: number): Promise<readonly string[]> {
  return location.kind === 'sqlite' ? migrateSqlite(location.file) : migratePostgres(location.url, now);
}

/** Whether Overdue has been there before. */
export async function isInstalled(location: DatabaseLocation): Promise<boolean> {
  if (location.kind === 'sqlite') return location.file === ':memory:' || existsSync(location.file);
  return isPostgresMigrated(location.url);
}
