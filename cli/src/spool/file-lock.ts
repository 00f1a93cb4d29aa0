import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFolder } from '../config/private-file.ts';

/**
 * Takes a lock that only one process on this host can hold. Returns a function that releases the lock, or null if another process
 * holds the lock. If a process dies, the system releases the lock, because SQLite uses file locks.
 */
export function tryLock(folder: string, name: string): (() => void) | null {
  const locks = join(folder, 'locks');
  createPrivateFolder(locks);
  const db = new DatabaseSync(join(locks, `${encodeURIComponent(name)}.db`), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return () => db.close();
  } catch (error) {
    db.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

const SQLITE_BUSY = 5;
