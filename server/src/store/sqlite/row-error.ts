import { type SqliteFailure, sqliteFailure } from '../sqlite-connection.ts';

/** When it is the row that is wrong, or it was not SQLite that threw. Whatever else SQLite says is wrong with the database. */
const ROW_FAILURES: readonly (SqliteFailure | null)[] = ['constraint', 'mismatch', 'tooBig', 'range', null];

/** Whether an error is about one input, so that the others of its batch can go on. */
export function isAboutRow(error: unknown): boolean {
  return ROW_FAILURES.includes(sqliteFailure(error));
}
