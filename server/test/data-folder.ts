import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Uses a disk in memory if there is one, because tests sync their files thousands of times. Killing a process doesn't lose the page
 * cache, so fsync makes no difference.
 */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Creates a folder for a database of a test, with a name that begins with `prefix`. */
export function makeDataFolder(prefix: string): string {
  return mkdtempSync(join(ROOT, prefix));
}
