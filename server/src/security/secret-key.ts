import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseLocation } from '../config/database-location.ts';
import { AppError } from '../domain/error.ts';
import { BASE62, newShortID, type Random } from '../runtime/random.ts';

const FILE = 'overdue.key';
const LENGTH = 43;
const LENGTH_MIN = 32;

/**
 * The key of the {@link import('./secret-box.ts').SecretBox}: the operator's, else the one that is kept beside the database and
 * made at the first start. A database in memory has one that dies with it. One that nodes share has no place for a key.
 *
 * @param isNewWanted whether a key may be made: the database holds nothing that was sealed with an earlier one
 * @throws Error for people when there is no key, and its file can be neither read nor made
 */
export function loadSecretKey(
  config: { readonly secretKey: string | null; readonly database: DatabaseLocation },
  random: Pick<Random, 'text'>,
  { isNewWanted }: { readonly isNewWanted: boolean } = { isNewWanted: true },
): string {
  if (config.secretKey !== null) return config.secretKey;
  const { database } = config;
  if (database.kind === 'postgres') {
    throw new Error(
      'With PostgreSQL, SECRET_KEY must be set, to the same value on every node: the settings of channels are sealed with it. ' +
        'Make one with `openssl rand -base64 32`, and keep it.',
    );
  }
  const fresh = random.text(BASE62, LENGTH);
  if (database.file === ':memory:') return fresh;
  const folder = dirname(database.file);
  const file = join(folder, FILE);
  try {
    // Two containers that share a disk may well have the same process ID.
    const draft = join(folder, `.${FILE}.${newShortID(random)}`);
    const found = readKey(file);
    if (found === null && !isNewWanted) throw lostKey(file);
    return found ?? keepKey(file, draft, fresh);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new Error(
      `The key of the channels can not be kept in ${file}: ${reason(cause)} Or set SECRET_KEY.`,
      {
        cause,
      },
    );
  }
}

/**
 * Writes the key file of a SQLite database again if the file is gone, as after its folder was moved or deleted. A file that is
 * there stays as it is.
 */
export function restoreSecretKey(
  config: { readonly secretKey: string | null; readonly database: DatabaseLocation },
  random: Pick<Random, 'text'>,
  key: string,
): void {
  const { database, secretKey } = config;
  if (secretKey !== null || database.kind !== 'sqlite' || database.file === ':memory:') return;
  const folder = dirname(database.file);
  keepKey(join(folder, FILE), join(folder, `.${FILE}.${newShortID(random)}`), key);
}

function lostKey(file: string): AppError {
  return new AppError(
    'conflict',
    `The key file ${file} is missing, and secrets in the database are encrypted with that key. ` +
      'Restore the file from a backup, or set SECRET_KEY to what the file held, and start again. ' +
      'If the key is lost, start once with: overdue-server serve --new-key. Then enter the secrets of all channels anew, ' +
      'and let everybody set up their second factor anew.',
  );
}

/** Returns the setting or file that the key comes from, for messages. */
export function secretKeySource(config: {
  readonly secretKey: string | null;
  readonly secretKeySource: string;
  readonly database: DatabaseLocation;
}): string {
  const { database } = config;
  return config.secretKey === null && database.kind === 'sqlite'
    ? join(dirname(database.file), FILE)
    : config.secretKeySource;
}

/** Null when there is no file yet. */
function readKey(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  if (text.length < LENGTH_MIN)
    throw new Error(`it has fewer than ${LENGTH_MIN} characters. Restore it from a backup.`);
  return text;
}

/**
 * The file appears under its name only when it is whole and on disk, and a link never replaces one: of two processes that
 * start at once, one is first, and both read what that one wrote.
 */
function keepKey(file: string, draft: string, fresh: string): string {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  write(draft, `${fresh}\n`);
  try {
    linkSync(draft, file);
    syncFolder(folder);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = readKey(file);
  if (kept === null) throw new Error('it disappeared.');
  return kept;
}

function write(file: string, text: string): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
