import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase, type SqliteDatabase } from './database.ts';

/** Ping IDs are credentials, and hashes are worth stealing: what we make is nobody else's to read. */
const OWN_FOLDER = 0o700;
export const OWN_FILE = 0o600;

/** Opens the database in a file, and makes the file and its folder if need be; `:memory:` needs none. */
export function openFile(file: string): SqliteDatabase {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: OWN_FOLDER });
    closeSync(openSync(file, 'a', OWN_FILE));
  }
  return openDatabase(file);
}

/**
 * Answers a check that throws when the open file is no longer the one of its name: it was deleted, or a backup was put in
 * its place. SQLite would go on to write to what nobody finds again.
 */
export function inPlace(file: string | null): () => void {
  if (file === null) return () => {};
  const inode = (): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const opened = inode();
  return () => {
    if (inode() !== opened)
      throw new Error(`The database file ${file} was moved, deleted or replaced. Restart the service.`);
  };
}
