import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup } from 'node:sqlite';
import type { Connection } from '../../../database/sqlite-connection.ts';
import { OWNER_ONLY_FILE_MODE } from './own-files.ts';

/**
 * Copies a snapshot between pings, because a copy of the live database would start over at each write. Moves the copy into place
 * only if it is complete.
 */
export async function copySnapshot(snapshot: Connection, file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await writeFile(partial, '', { mode: OWNER_ONLY_FILE_MODE });
    await backup(snapshot, partial);
    await sync(partial);
    await rename(partial, file);
    await sync(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
