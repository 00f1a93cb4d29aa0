import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile, createPrivateFolder } from '../config/private-file.ts';

const HELD_BY_ANOTHER = 1;

/** A lock on a file. It lasts until this process and all processes that inherited the descriptor have closed it. */
export interface FileLock {
  readonly fd: number;
  readonly release: () => void;
}

/**
 * Takes a lock that only one holder on this host can have; null if another holds it. Throws if the lock can't be taken at all.
 * Uses flock(2) through the program `flock`, because Node has no function for it. A lock of this kind belongs to the open file, so
 * `flock` may end, and a job that inherits the descriptor keeps the lock even if this process is killed.
 */
export function tryLock(folder: string, name: string): FileLock | null {
  const locks = join(folder, 'locks');
  createPrivateFolder(locks);
  const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  const path = join(locks, `${encodeURIComponent(name)}.lock`);
  createPrivateFile(path);
  const fd = openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  const { status, error, stderr } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
  });
  if (status === 0) return { fd, release: () => closeSync(fd) };
  closeSync(fd);
  if (status === HELD_BY_ANOTHER) return null;
  throw error ?? new Error(`flock: ${stderr.toString().trim() || `exit status ${status}`}`);
}
