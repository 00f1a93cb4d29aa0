import { AppError } from '@overdue/domain/error.ts';
import { sqliteFailure } from '../../../database/sqlite-connection.ts';

/** Converts an error from opening a database file to an error that tells operators the file, the reason and a remedy. */
export function explainOpening(file: string, error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const key = sqliteFailure(error) ?? ('code' in error ? String(error.code) : '');
  const reason = REASONS[key];
  const why = reason === undefined ? error.message : `${reason[0]}. ${reason[1]}`;
  return new AppError('unavailable', `The database ${file} can't be opened: ${why}`, { cause: error });
}

const OWNER = 'Give the file and its folder, with write permission, to the user that runs the service';
const FULL = ['its disk is full', 'Free at least 1 MB, and start again.'] as const;
const FORBIDDEN = ['permission denied', `${OWNER}.`] as const;

/** Reasons and remedies by SQLite failure or system error code. */
const REASONS: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  busy: [
    'another program has locked it',
    'Stop the program that uses the file (such as overdue-server copy, sqlite3 or a backup), and start again.',
  ],
  damaged: [
    'it is damaged, or is not an SQLite database',
    'Check DATABASE_URL. If the path is right, move the file and its -wal and -shm files away, and restore the last backup.',
  ],
  disk: [
    'the disk reports an error, or is full',
    'Free some space, check the system log for disk errors, and start again.',
  ],
  full: FULL,
  readonly: ['it is read-only', `${OWNER}, and mount the disk for writing.`],
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: [
    'its disk is mounted read-only',
    'Mount the disk for writing, or set DATABASE_URL to another path.',
  ],
  ENOSPC: FULL,
  EDQUOT: ['the disk quota is used up', 'Raise the quota or free some space, and start again.'],
  EISDIR: ['it is a folder', 'Set DATABASE_URL to the path of a file.'],
  ENOTDIR: ['a part of its path is a file', 'In DATABASE_URL, only the last part of the path may be a file.'],
  EEXIST: ['a part of its path is a file', 'In DATABASE_URL, only the last part of the path may be a file.'],
  ENOENT: ['its folder does not exist and cannot be created', 'Create the folder, or mount its volume.'],
};
