import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup } from 'node:sqlite';
import { type Connection, connect, copyInMemory, fileOf } from '../../../database/sqlite-connection.ts';
import { OWNER_ONLY_FILE_MODE } from './own-files.ts';

/** Opens a second connection that sees the current state without blocking writers. The caller must close the connection. */
export function openSnapshot(db: Connection): Connection {
  const file = fileOf(db);
  const snapshot = file === null ? copyInMemory(db) : connect(file, { isReadOnly: true });
  try {
    snapshot.exec('BEGIN');
    // SQLite takes its snapshot at the first read.
    snapshot.exec('SELECT 1 FROM sqlite_schema');
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** Opens a snapshot, works on it and closes it. */
export async function workOnSnapshot<T>(
  open: () => Promise<Connection>,
  work: (snapshot: Connection) => Promise<T>,
): Promise<T> {
  const snapshot = await open();
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}

/**
 * Copies a snapshot between pings, because a copy of the live database would start over at each write. Moves the copy into place
 * only if it is complete.
 */
export async function copySnapshot(snapshot: Connection, file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await writeFile(partial, '', { mode: OWNER_ONLY_FILE_MODE });
    await backup(snapshot, partial);
    await sync(partial);
    await rename(partial, file);
    await sync(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
