import { openSync, statfsSync, statSync, writeSync } from 'node:fs';

/** SQLite reserves space for its shared index by writing one byte into each page of this size. */
const PAGE = 4096;
/** Bytes by which SQLite extends its shared index for each 4,096 frames of the log. */
const REGION = 32 * 1024;
/** Enough for a log of 285 MB, which is more than the service allows. */
const REGIONS = 17;

/**
 * Reserves disk space for SQLite's shared index, which is mapped into memory and grows with the log. On file systems with blocks
 * below 4 kB, SQLite reserves only a part of each page. If the disk is full, a write to the rest of the page ends the process with
 * SIGBUS. To prevent this, the function writes the whole extension. The function only appends, because another process may use the
 * existing part. The function keeps the file open, because closing any descriptor of a file drops SQLite's locks on the file.
 */
export function reserveIndex(database: string): void {
  const file = `${database}-shm`;
  if (statfsSync(database).bsize >= PAGE) return;
  const missing = REGIONS * REGION - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (missing <= 0) return;
  writeSync(openSync(file, 'a'), Buffer.alloc(missing));
}
