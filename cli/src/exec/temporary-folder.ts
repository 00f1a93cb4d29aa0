import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders to use if the folder of TMPDIR is missing, full or read-only. The first two are often on other disks. */
const OTHER_FOLDERS = ['/dev/shm', '/run/lock', '/tmp', '/var/tmp'];

/** Creates a folder that only this user may access. Throws if no temporary folder can be written. */
export function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'overdue-'));
  } catch (error) {
    for (const folder of OTHER_FOLDERS)
      try {
        return mkdtempSync(join(folder, 'overdue-'));
      } catch {
        // The next folder may work.
      }
    throw error;
  }
}
