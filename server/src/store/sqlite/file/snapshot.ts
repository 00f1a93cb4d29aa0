import { type Connection, connect, copyInMemory, fileOf } from '../../sqlite-connection.ts';

/**
 * A second connection that sees the database as it is now, whatever is written later, and holds up no writer.
 * To be closed by whoever asked for it. Of a database in memory it is a copy.
 */
export function openSnapshot(db: Connection): Connection {
  const file = fileOf(db);
  const snapshot = file === null ? copyInMemory(db) : connect(file, { isReadOnly: true });
  try {
    snapshot.exec('BEGIN');
    // SQLite takes its view of the data at the first read.
    snapshot.exec('SELECT 1 FROM sqlite_schema');
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}
