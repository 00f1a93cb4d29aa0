import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '../src/store/sqlite/database.ts';
import { openMigrated } from '../src/store/sqlite/migrate.ts';
import { createStore } from '../src/store/sqlite/store.ts';
import type { Store } from '../src/store/store.ts';

/** Bytes of a migrated database. Migrating takes twenty times as long as copying these bytes. */
let image: Promise<Uint8Array> | undefined;

export interface MemoryStore {
  readonly store: Store;
  /** Returns the database as bytes for {@link openStoreCopy}. */
  image(): Uint8Array;
}

/** Opens an empty store in memory. Tests of migrations instead open a store in the same way as the program. */
export async function openEmptyStore(newID: () => string): Promise<Store> {
  const { store } = await openStoreCopy(null, newID);
  return store;
}

/** Opens a store in memory with the rows of a copied database, or empty if `copied` is null. */
export async function openStoreCopy(copied: Uint8Array | null, newID: () => string): Promise<MemoryStore> {
  const database = openDatabase(':memory:');
  database.raw.deserialize(copied ?? (await migratedImage()));
  return { store: await createStore(database, newID), image: () => database.raw.serialize() };
}

/** Writes an empty, migrated database to a new file. */
export async function writeEmptyDatabase(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await migratedImage(), { mode: 0o600 });
}

function migratedImage(): Promise<Uint8Array> {
  image ??= migrateOnce();
  return image;
}

async function migrateOnce(): Promise<Uint8Array> {
  const { database } = await openMigrated(':memory:');
  const bytes = database.raw.serialize();
  await database.kysely.destroy();
  return bytes;
}
