import { openSync, statfsSync, statSync, writeSync } from 'node:fs';

/** SQLite writes one byte into each page of this size, so that the file system reserves a block for the page. */
const PAGE = 4096;
/** SQLite extends its shared index by so much for each 4096 frames of the log. */
const REGION = 32 * 1024;
/** Enough for a log of 285 MB, which is longer than the log of a service grows. */
const REGIONS = 17;

/**
 * Reserves disk space for the shared index of an open database. SQLite maps the index into memory, and extends the index as the log
 * grows. On a file system with blocks smaller than 4 kB, SQLite reserves a part of each page only: when the disk is full, writing to
 * the rest ends the process by SIGBUS. So we extend the file with bytes that are really written.
 *
 * Appends only: another process may be using what is there already. The file stays open until the process ends, because closing any
 * descriptor of a file drops the locks that SQLite holds on the file.
 */
export function reserveIndex(database: string): void {
  const file = `${database}-shm`;
  if (statfsSync(database).bsize >= PAGE) return;
  const missing = REGIONS * REGION - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (missing <= 0) return;
  writeSync(openSync(file, 'a'), Buffer.alloc(missing));
}
