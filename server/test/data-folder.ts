import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Space that databases of tests need in memory. Containers often have only 64 MB. */
const SPACE_BYTES_MIN = 4 * 1024 ** 3;

/**
 * Returns a folder in memory for databases that may be lost with the machine, or null if the machine has no such folder with enough
 * space. Tests sync and delete thousands of files, for which some disks stall all processes for seconds. Killing a process doesn't
 * lose the page cache, so memory makes no difference to tests that kill.
 */
export function memoryFolder(): string | null {
  if (!existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < SPACE_BYTES_MIN ? null : MEMORY;
}

/** Creates a folder for a database of a test, with a name that begins with `prefix`. */
export function makeDataFolder(prefix: string): string {
  return mkdtempSync(join(memoryFolder() ?? tmpdir(), prefix));
}
