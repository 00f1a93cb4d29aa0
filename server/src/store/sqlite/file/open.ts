import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase, type SqliteDatabase } from '../database.ts';
import { requireRoom } from './free-space.ts';
import { requireNoLeftovers } from './leftovers.ts';
import { explainOpening } from './opening-errors.ts';
import { OWN_FILE, OWN_FOLDER } from './own-files.ts';

export interface OpenFileOptions {
  /** Whether to begin with a new database although a key lies beside the missing one. */
  readonly isNewWanted?: boolean;
}

/**
 * Opens the database in a file, and makes the file and its folder if need be; `:memory:` needs none.
 *
 * @throws AppError for people, with the file, the reason and the remedy
 */
export function openFile(file: string, { isNewWanted = false }: OpenFileOptions = {}): SqliteDatabase {
  if (file === ':memory:') return openDatabase(file);
  prepareFolder(file, isNewWanted);
  try {
    closeSync(openSync(file, 'a', OWN_FILE));
    return openDatabase(file);
  } catch (error) {
    throw explainOpening(file, error);
  }
}

/** Makes the folder of a database file if need be, once it is sure that the file may be opened or made there. */
export function prepareFolder(file: string, isNewWanted: boolean): void {
  try {
    requireNoLeftovers(file, isNewWanted);
    mkdirSync(dirname(file), { recursive: true, mode: OWN_FOLDER });
    requireRoom(file);
  } catch (error) {
    throw explainOpening(file, error);
  }
}
