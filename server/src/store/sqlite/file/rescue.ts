import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Connection, cell, connect } from '../../../database/sqlite-connection.ts';
import { keyFileBeside, OWNER_ONLY_FOLDER_MODE } from './own-files.ts';
import { copySnapshot } from './snapshot.ts';

/** Separates the name of a lost database from the time of its rescue. */
export const RESCUED_NAME_INFIX = '.rescued-';

/** Copies an open database into a new file beside the lost file. Returns the new file, and how to put it back. */
export async function rescueDatabase(
  file: string,
  source: Connection,
  now: number,
): Promise<{ readonly rescued: string; readonly remedy: string }> {
  const rescued = freeName(
    `${file}${RESCUED_NAME_INFIX}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`,
  );
  // Creates the folder, because it may have been moved together with the file.
  mkdirSync(dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER_MODE });
  await copySnapshot(source, rescued);
  requireWhole(rescued);
  const key = keyFileBeside(file);
  return {
    rescued,
    remedy:
      `All stored data is in ${rescued}. To put it back: stop the service, move away any file now at ${file}, ` +
      `remove ${file}-wal and ${file}-shm, rename ${rescued} to ${file}, and start the service.` +
      (existsSync(key) ? '' : ` Put ${key} back as well, unless you have set SECRET_KEY.`),
  };
}

function freeName(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number += 1) free = `${name}-${number}`;
  return free;
}

/** Throws if the copy is incomplete. If the file was emptied, the copy contains only the pages that were in memory. */
function requireWhole(file: string): void {
  // Opened for writing, because only a writing connection removes the copy's -wal and -shm files when it closes.
  const copy = connect(file);
  try {
    const finding = cell(copy, 'PRAGMA quick_check(1)');
    if (finding !== 'ok') throw new Error(`The copy is damaged: ${finding}`);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    copy.close();
  }
}
