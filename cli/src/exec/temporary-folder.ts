import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders to use if the folder of TMPDIR is missing, full or read-only. The first two are often on other disks. */
const OTHER_FOLDERS = ['/dev/shm', '/run/lock', '/tmp', '/var/tmp'];

const OWN_FOLDER = 0o700;

/** Creates a folder that only this user may access. Throws if no temporary folder can be written. */
export function makeTemporaryFolder(): string {
  try {
    return makeFolderIn(tmpdir());
  } catch (error) {
    for (const folder of OTHER_FOLDERS)
      try {
        return makeFolderIn(folder);
      } catch {
        // The next folder may work.
      }
    throw error;
  }
}

function makeFolderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, 'overdue-'));
  // The mask of the process may have taken away access of the owner.
  chmodSync(folder, OWN_FOLDER);
  return folder;
}
