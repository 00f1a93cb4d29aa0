import { closeSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import { AppError } from '@overdue/domain/error.ts';
import {
  type Connection,
  connect,
  prepareLists,
  sqliteFailure,
  transact,
} from '../../../database/sqlite-connection.ts';
import { explainOpening } from './opening-errors.ts';
import { OWNER_ONLY_FILE_MODE } from './own-files.ts';

export interface LockClock {
  now(): number;
  monotonic(): number;
  after(delayMs: number, callback: () => void): () => void;
}

/** How long a service waits for the previous service to stop. */
const WAIT_MS_MAX = 5000;
const RETRY_MS = 100;

/**
 * Takes the lock that prevents a second service on a database; commands don't take it. The lock is a transaction on the file
 * `overdue.db.lock`, which the operating system releases when the process ends. Returns a function that releases it.
 */
export async function takeFileLock(file: string, clock: LockClock): Promise<() => void> {
  const path = `${file}.lock`;
  const giveUpAt = clock.monotonic() + WAIT_MS_MAX;
  const me = `process ${process.pid} on ${hostname()}, started ${new Date(clock.now()).toISOString()}`;
  try {
    for (;;) {
      const lock = tryLock(path, me);
      if (lock !== null) return () => lock.close();
      if (clock.monotonic() >= giveUpAt) break;
      await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve));
    }
  } catch (error) {
    throw explainOpening(path, error);
  }
  throw new AppError(
    'conflict',
    `Another service runs on the database ${file}: ${readHolder(path)}. Stop that service first, or set another DATABASE_URL for this one.`,
  );
}

function tryLock(path: string, me: string): Connection | null {
  closeSync(openSync(path, 'a', OWNER_ONLY_FILE_MODE));
  const lock = connect(path);
  try {
    transact(lock, () => {
      lock.exec('CREATE TABLE IF NOT EXISTS holder (name TEXT NOT NULL); DELETE FROM holder');
      prepareLists<[string], []>(lock, 'INSERT INTO holder VALUES (?)').run(me);
    });
    lock.exec('BEGIN IMMEDIATE');
    // Another process may have written its name between the two transactions.
    if (holderOf(lock) === me) return lock;
  } catch (error) {
    if (sqliteFailure(error) !== 'busy') throw error;
  }
  lock.close();
  return null;
}

function readHolder(path: string): string {
  const lock = connect(path, { isReadOnly: true });
  try {
    return holderOf(lock) ?? 'an unknown process';
  } catch {
    return 'an unknown process';
  } finally {
    lock.close();
  }
}

function holderOf(lock: Connection): string | undefined {
  return prepareLists<[], [string]>(lock, 'SELECT name FROM holder').get()?.[0];
}
