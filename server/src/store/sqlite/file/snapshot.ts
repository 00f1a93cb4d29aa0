import { type Connection, connect, copyInMemory, fileOf } from '../../../database/sqlite-connection.ts';

/** Opens a second connection that sees the current state without blocking writers. The caller must close the connection. */
export function openSnapshot(db: Connection): Connection {
  const file = fileOf(db);
  const snapshot = file === null ? copyInMemory(db) : connect(file, { isReadOnly: true });
  try {
    snapshot.exec('BEGIN');
    // SQLite takes its snapshot at the first read.
    snapshot.exec('SELECT 1 FROM sqlite_schema');
    return snapshot;
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** Opens a snapshot, works on it and closes it. */
export async function workOnSnapshot<T>(
  open: () => Promise<Connection>,
  work: (snapshot: Connection) => Promise<T>,
): Promise<T> {
  const snapshot = await open();
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}
