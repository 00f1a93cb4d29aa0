import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '@overdue/domain/error.ts';

/**
 * Minimum free bytes. On a full disk, a write to SQLite's memory-mapped index would end the process with SIGBUS, without a
 * message.
 */
const FREE_BYTES_MIN = 1024 * 1024;

export function requireFreeSpace(file: string): void {
  const { bsize, bavail, blocks } = statfsSync(dirname(file));
  const free = bsize * bavail;
  // Some file systems don't report their size.
  if (free >= FREE_BYTES_MIN || blocks === 0) return;
  throw new AppError(
    'unavailable',
    `The database ${file} can't be opened: its disk is full (${Math.floor(free / 1024)} kB are free). Free at least 1 MB, and start again.`,
  );
}
