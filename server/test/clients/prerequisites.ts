import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'vitest';

/** Returns the path of a program, looked up as by a shell, also in the folders of daemons; null if it isn't installed. */
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

/** A test that needs programs. Skipped if one is missing, but fails in CI, where `.ci/run` installs them. */
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
