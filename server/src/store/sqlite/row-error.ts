import Sqlite from 'better-sqlite3';

/** What SQLite says when it is the row that is wrong. Whatever else it says is wrong with the database. */
const ROW_ERROR = /^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/** Whether an error is about one input, so that the others of its batch can go on. */
export function isAboutRow(error: unknown): boolean {
  return !(error instanceof Sqlite.SqliteError) || ROW_ERROR.test(error.code);
}
