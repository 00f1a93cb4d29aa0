import Sqlite, { type Database } from 'better-sqlite3';

/**
 * A second connection that sees the database as it is now, whatever is written later, and holds up no writer.
 * To be closed by whoever asked for it. Of a database in memory it is a copy.
 */
export function openSnapshot(db: Database): Database {
  const snapshot = db.memory ? new Sqlite(db.serialize()) : new Sqlite(db.name, { readonly: true });
  try {
    snapshot.exec('BEGIN');
    // SQLite takes its view of the data at the first read.
    snapshot.prepare('SELECT 1 FROM sqlite_schema').get();
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}
