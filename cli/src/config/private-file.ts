import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from '../command-line.ts';

/**
 * Only the owner may access the folder: tokens and ping URLs are credentials, and crontabs and logs may be
 * confidential.
 */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const ACCESS_OF_OTHERS = 0o077;

/** Creates a folder that only its owner may access, unless the folder exists. */
export function createPrivateFolder(path: string): void {
  createMissing(resolve(path));
}

/** Creates one folder after the other, because a recursive `mkdir` of Node never ends below /proc. */
function createMissing(path: string): void {
  if (existsSync(path)) return;
  createMissing(dirname(path));
  try {
    mkdirSync(path, { mode: OWN_FOLDER });
  } catch (error) {
    // Another process may have created the folder at the same time.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Creates an empty file that only its owner may access, unless the file exists. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', OWN_FILE));
}

/**
 * Returns the content of a file; null if there is none. Throws a CommandError if the file can't be read, or with `isSecret` if other
 * users may access the file.
 */
export function readPrivateFile(
  path: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Buffer | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null;
    throw usageError(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    if (isSecret && (fstatSync(file).mode & ACCESS_OF_OTHERS) !== 0)
      throw usageError(
        `Other users of this host may access ${path}, which contains tokens. Run: chmod 600 ${path}`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Replaces a file atomically. After a crash, the file has either the old or the new content. */
export function writePrivateFile(path: string, content: Buffer | string): void {
  createPrivateFolder(dirname(path));
  const temporary = `${path}.${process.pid}.new`;
  const file = openSync(temporary, 'w', OWN_FILE);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
