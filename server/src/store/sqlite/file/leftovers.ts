import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@overdue/domain/error.ts';
import { keyFileBeside } from './own-files.ts';
import { RESCUED_NAME_INFIX } from './rescue.ts';

/** Refuses to create a database beside files of an older database that was deleted or whose volume is missing. */
export function requireNoLeftovers(file: string, { isNewWanted }: { readonly isNewWanted: boolean }): void {
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
