import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'vitest';

/** Returns the path of a program; null if it isn't installed. Searches PATH, `/usr/sbin` and `/sbin`. */
export function findProgram(name: string): string | null {
  const folders = `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/sbin`.split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Defines a test that needs programs. If a program is missing, the test is skipped. In CI the test fails, because `.ci/run`
 * installs all programs there.
 */
export function testWith(programs: readonly string[], name: string, run: () => Promise<void>): void {
  test(name, async ({ skip }) => {
    const missing = programs.filter((program) => findProgram(program) === null);
    if (missing.length > 0 && process.env.CI === 'true') {
      throw new Error(`CI=true: all tests must run. Install ${missing.join(', ')} first.`);
    }
    skip(missing.length > 0, `needs ${missing.join(', ')}`);
    await run();
  });
}
