import { sqliteFailure } from '../../../database/sqlite-connection.ts';
import { DatabaseNotWritable } from '../../../database/unavailable.ts';

/** Converts SQLite's disk and file errors to errors that users can read. Returns other errors unchanged. */
export function toDatabaseNotWritable(error: unknown): unknown {
  const failure = sqliteFailure(error);
  if (failure === null || !(failure in REASONS)) return error;
  return new DatabaseNotWritable(
    `The service can't use its database: ${REASONS[failure]}. Nothing was changed. Try again later.`,
    { cause: error },
  );
}

const REASONS: Readonly<Record<string, string>> = {
  busy: 'another program has locked it',
  full: 'the disk is full',
  readonly: 'it is read-only',
  disk: 'the disk reports an error',
};

export function explainWriteErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toDatabaseNotWritable(error);
  }
}
