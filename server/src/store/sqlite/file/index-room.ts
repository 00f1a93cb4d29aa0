import { openSync, statfsSync, statSync, writeSync } from 'node:fs';

/**
 * Page size in which SQLite reserves the file: it writes one byte per page, so that the file system allocates
 * a block.
 */
const PAGE = 4096;
/** Bytes by which SQLite extends its shared index for each 4,096 frames of the log. */
const REGION = 32 * 1024;
/** Enough for a log of 285 MB, which is more than a service's log grows to. */
const REGIONS = 17;

/**
 * Reserves disk space for the shared index of an open database. SQLite maps the index into memory and extends
 * it with the log. On a file system with blocks smaller than 4 kB, SQLite reserves only a part of each page.
 * If the disk is full, writing to the rest ends the process by SIGBUS. So this writes the whole extension.
 *
 * Only appends, because another process may be using the existing part. Keeps the file open until the process
 * ends, because closing any descriptor of a file drops the locks that SQLite holds on it.
 */
export function reserveIndex(database: string): void {
  const file = `${database}-shm`;
  if (statfsSync(database).bsize >= PAGE) return;
  const missing = REGIONS * REGION - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (missing <= 0) return;
  writeSync(openSync(file, 'a'), Buffer.alloc(missing));
}
