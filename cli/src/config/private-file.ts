import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from '../process/command-line.ts';
import { OWN, problemOf, untrustedPart } from './trusted-path.ts';

/**
 * Only the owner may access the folder: tokens and ping URLs are credentials, and crontabs and logs may be
 * confidential.
 */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const ACCESS_OF_OTHERS = 0o077;

/**
 * Creates a folder that only its owner may access, unless the folder exists. Throws a CommandError if another user can change the
 * folder, or can replace the folder by changing a folder above.
 */
export function createPrivateFolder(path: string): void {
  createMissing(resolve(path));
  requireOwnFolder(path);
}

/** Creates one folder after the other, because a recursive `mkdir` of Node never ends below /proc. */
function createMissing(path: string): void {
  if (existsSync(path)) return;
  createMissing(dirname(path));
  try {
    mkdirSync(path, { mode: OWN_FOLDER });
    // The mask of the process may have taken away access of the owner.
    chmodSync(path, OWN_FOLDER);
  } catch (error) {
    // Another process may have created the folder at the same time.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Creates an empty file that only its owner may access, unless the file exists. Throws a CommandError if the existing file is a link
 * or belongs to another user.
 */
export function createPrivateFile(path: string): void {
  const { O_CREAT, O_WRONLY, O_APPEND, O_NOFOLLOW } = constants;
  const isNew = !existsSync(path);
  const file = openOwn(path, O_CREAT | O_WRONLY | O_APPEND | O_NOFOLLOW);
  if (isNew) fchmodSync(file, OWN_FILE);
  closeSync(file);
}

/**
 * Returns the content of a file; null if there is none. Throws a CommandError if the file can't be read, if another user can change the
 * file, or with `isSecret` if other users may read the file.
 */
export function readPrivateFile(
  path: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Buffer | null {
  let file: number;
  try {
    file = openOwn(path, constants.O_RDONLY);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  }
  try {
    requireOwnFolder(dirname(path));
    if (isSecret && (fstatSync(file).mode & ACCESS_OF_OTHERS) !== 0)
      throw usageError(
        `Other users of this host may access ${path}, which contains tokens. Run: chmod 600 ${path}`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Replaces a file atomically. After a crash, the file has either the old or the new content. Throws a CommandError if another user can
 * change the folder of the file.
 */
export function writePrivateFile(path: string, content: Buffer | string): void {
  createPrivateFolder(dirname(path));
  const temporary = `${path}.${randomUUID()}.new`;
  const file = openSync(temporary, 'wx', OWN_FILE);
  try {
    fchmodSync(file, OWN_FILE);
    writeFileSync(file, content);
    fsyncSync(file);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Opens a regular file. Throws a CommandError if another user can change the file. Never waits for a writer of a named pipe. */
function openOwn(path: string, flags: number): number {
  let file: number;
  try {
    file = openSync(path, flags | constants.O_NONBLOCK, OWN_FILE);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENOSPC', 'EROFS'].includes(codeOf(error))) throw error;
    throw usageError(`${path} can't be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
  const stats = fstatSync(file);
  const problem = stats.isFile() ? problemOf(stats, OWN.isOwner) : 'is not a file';
  if (problem === null) return file;
  closeSync(file);
  throw usageError(`${path} ${problem}, so its content can't be trusted. Move it away.`);
}

/** Throws a CommandError if another user can change the folder, or can replace it by changing a folder above. */
function requireOwnFolder(path: string): void {
  const part = untrustedPart(resolve(path), OWN);
  if (part !== null) throw untrusted(path, `${part.path} ${part.problem}`);
  const folder = realpathSync(path);
  const problem = problemOf(statSync(folder), OWN.isOwner);
  if (problem !== null) throw untrusted(path, `${folder} ${problem}`);
}

function untrusted(path: string, reason: string): Error {
  return usageError(
    `${reason}, so other users could change the files in ${path}. Set OVERDUE_STATE to a folder that only you can change.`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
