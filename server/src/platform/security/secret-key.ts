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
import { BASE62 } from '@overdue/domain/access/base62.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { DatabaseLocation } from '../config/database-location.ts';
import { newShortID, type Random } from '../runtime/random.ts';

const FILE = 'overdue.key';
const LENGTH = 43;
const LENGTH_MIN = 32;

/**
 * Returns the key of the secret box: the operator's key, or the key in the file beside an SQLite database. An in-memory database
 * gets a temporary key. Creates a missing key only if `isNewWanted`, because a new key can't decrypt existing data. Throws an
 * Error with a message for users if no key can be read or created.
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
      'With PostgreSQL, SECRET_KEY must be set to the same value on every node, because it encrypts the settings of channels. ' +
        'Create one with `openssl rand -base64 32`, and keep it safe.',
    );
  }
  const fresh = random.text(BASE62, LENGTH);
  if (database.file === ':memory:') return fresh;
  const file = keyFileOf(database);
  try {
    const stored = readKey(file);
    if (stored === null && !isNewWanted) throw lostKey(file);
    return stored ?? keepKey(file, fresh, random);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new Error(
      `The key file ${file} can’t be used. Fix this, or set SECRET_KEY. Cause: ${reason(cause)}`,
      {
        cause,
      },
    );
  }
}

/** Writes the key file again if it is missing, for example after its folder was moved. Never replaces a file. */
export function restoreSecretKey(
  config: { readonly secretKey: string | null; readonly database: DatabaseLocation },
  random: Pick<Random, 'text'>,
  key: string,
): void {
  const { database, secretKey } = config;
  if (secretKey !== null || database.kind !== 'sqlite' || database.file === ':memory:') return;
  keepKey(keyFileOf(database), key, random);
}

function keyFileOf({ file }: { readonly file: string }): string {
  return join(dirname(file), FILE);
}

function lostKey(file: string): AppError {
  return new AppError(
    'conflict',
    `The key file ${file} is missing, and secrets in the database are encrypted with that key. ` +
      'Restore the file from a backup, or set SECRET_KEY to the content of the file, and start again. ' +
      'If the key is lost, start once with: overdue-server serve --new-key. Then enter the secrets of all channels again, ' +
      'and ask all users to set up their second factor again.',
  );
}

export function secretKeySource(config: {
  readonly secretKey: string | null;
  readonly secretKeySource: string;
  readonly database: DatabaseLocation;
}): string {
  const { database } = config;
  return config.secretKey === null && database.kind === 'sqlite'
    ? keyFileOf(database)
    : config.secretKeySource;
}

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
 * Writes the key to a draft file and hard-links this file to its final name. A link never replaces a file, so simultaneous starts
 * use the same key.
 */
function keepKey(file: string, key: string, random: Pick<Random, 'text'>): string {
  const folder = dirname(file);
  // The draft's name is random, because containers that share a disk may have equal process IDs.
  const draft = join(folder, `.${FILE}.${newShortID(random)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  write(draft, `${key}\n`);
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
