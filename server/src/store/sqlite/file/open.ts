import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase, type SqliteDatabase } from '../database.ts';
import { requireFreeSpace } from './free-space.ts';
import { requireNoLeftovers } from './leftovers.ts';
import { explainOpening } from './opening-errors.ts';
import { OWNER_ONLY_FILE_MODE, OWNER_ONLY_FOLDER_MODE } from './own-files.ts';

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
