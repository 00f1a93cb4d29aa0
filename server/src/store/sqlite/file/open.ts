import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@overdue/domain/error.ts';
import { openDatabase, type SqliteDatabase } from '../database.ts';
import { explainOpening } from './opening-errors.ts';
import { keyFileBeside, OWNER_ONLY_FILE_MODE, OWNER_ONLY_FOLDER_MODE } from './own-files.ts';
import { RESCUED_NAME_INFIX } from './rescue.ts';

export interface OpenFileOptions {
  /** Whether to create a new database although the key of a missing database is present. */
  readonly isNewWanted?: boolean;
}

/** Opens or creates a database file and its folder. Throws an AppError that tells operators the file, the reason and a remedy. */
export function openDatabaseFile(
  file: string,
  { isNewWanted = false }: OpenFileOptions = {},
): SqliteDatabase {
  if (file === ':memory:') return openDatabase(file);
  prepareFolder(file, { isNewWanted });
  try {
    closeSync(openSync(file, 'a', OWNER_ONLY_FILE_MODE));
    return openDatabase(file);
  } catch (error) {
    throw explainOpening(file, error);
  }
}

/** Creates the folder of a database file if needed, after checking that the file may be opened or created there. */
export function prepareFolder(file: string, options: { readonly isNewWanted: boolean }): void {
  try {
    requireNoLeftovers(file, options);
    mkdirSync(dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER_MODE });
    requireFreeSpace(file);
  } catch (error) {
    throw explainOpening(file, error);
  }
}

/** Refuses to create a database beside files of an older database that was deleted or whose volume is missing. */
function requireNoLeftovers(file: string, { isNewWanted }: { readonly isNewWanted: boolean }): void {
  // Checked before the database file, because a process that creates a database creates these files after it.
  const logs = [`${file}-wal`, `${file}-shm`].filter((path) => existsSync(path));
  const rescued = listRescued(file);
  const keys = [keyFileBeside(file)].filter((path) => existsSync(path));
  const leftovers = isNewWanted ? logs : [...logs, ...rescued, ...keys];
  if (leftovers.length === 0 || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  throw new AppError('conflict', explainLeftovers(file, { leftovers, rescued: rescued.at(-1), isNewWanted }));
}

function listRescued(file: string): readonly string[] {
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  const start = `${basename(file)}${RESCUED_NAME_INFIX}`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && !/(?:\.partial|-wal|-shm)$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function explainLeftovers(
  file: string,
  found: {
    readonly leftovers: readonly string[];
    readonly rescued: string | undefined;
    readonly isNewWanted: boolean;
  },
): string {
  const situation = existsSync(file) ? `The database ${file} is empty` : `There is no database at ${file}`;
  const why = `${situation}, but an earlier database left ${found.leftovers.join(', ')}.`;
  if (found.isNewWanted) return `${why} Move these files away, and start again.`;
  const restore =
    found.rescued === undefined
      ? `Restore the file from a backup`
      : `Rename ${found.rescued} to ${file}, after removing ${file}-wal and ${file}-shm`;
  return `${why} ${restore}, or check DATABASE_URL and whether the right volume is mounted. To start with a new, empty database instead: overdue-server serve --new-database`;
}

/**
 * Minimum free bytes. On a full disk, a write to SQLite's memory-mapped index would end the process with SIGBUS, without a
 * message.
 */
const FREE_BYTES_MIN = 1024 * 1024;

function requireFreeSpace(file: string): void {
  const { bsize, bavail, blocks } = statfsSync(dirname(file));
  const free = bsize * bavail;
  // Some file systems don't report their size.
  if (free >= FREE_BYTES_MIN || blocks === 0) return;
  throw new AppError(
    'unavailable',
    `The database ${file} can't be opened: its disk is full (${Math.floor(free / 1024)} kB are free). Free at least 1 MB, and start again.`,
  );
}

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
