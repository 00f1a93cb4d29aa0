import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Connection, cell, connect, sqliteFailure, transact } from '../../database/sqlite-connection.ts';

/** Readable by its owner only: ping IDs are credentials, and bodies may be confidential. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
/** SQLite application ID ("OvSp") that identifies spool files. */
const APPLICATION_ID = 0x4f765370;
const VERSION = 2;
/** Size in bytes to which a longer write-ahead log is truncated. */
const WAL_BYTES_KEPT = 16 * 1024 * 1024;

const SCHEMA = `
  CREATE TABLE pings (
    position INTEGER PRIMARY KEY,
    epoch TEXT NOT NULL,
    ticket INTEGER NOT NULL,
    normalized_ping_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    happened_at INTEGER,
    type TEXT NOT NULL,
    rid TEXT,
    new_run_id TEXT,
    duration_ms INTEGER,
    warnings TEXT NOT NULL,
    method TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    remote_address TEXT NOT NULL,
    exit_status INTEGER,
    body BLOB,
    team_id TEXT
  ) STRICT`;

/** Opens or creates the spool's file and locks out other processes. Throws an error for operators if that fails. */
export function openSpoolFile(file: string): Connection {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: OWN_FOLDER });
    closeSync(openSync(file, 'a', OWN_FILE));
  }
  const db = connect(file);
  try {
    prepare(db, file);
    return db;
  } catch (error) {
    db.close();
    throw explainError(error, file);
  }
}

function prepare(db: Connection, file: string): void {
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  // Checks before writing, because the file may belong to another application.
  const isNew = cell(db, 'SELECT 1 FROM sqlite_schema') === undefined;
  if (!isNew && cell(db, 'PRAGMA application_id') !== APPLICATION_ID)
    throw new Error(`${file} is not a spool. Set SPOOL_FILE to a separate file.`);
  if (!isNew && cell(db, 'PRAGMA user_version') !== VERSION)
    throw new Error(
      `The spool ${file} belongs to another version of Overdue. Start that version once to empty the spool.`,
    );
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL');
  db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES_KEPT}`);
  if (isNew) {
    transact(db, () => {
      db.exec(SCHEMA);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
      db.exec(`PRAGMA user_version = ${VERSION}`);
    });
  }
  const damage = cell(db, 'PRAGMA quick_check(1)');
  if (damage !== 'ok') throw damagedFileError(file, String(damage));
}

function explainError(error: unknown, file: string): unknown {
  const failure = sqliteFailure(error);
  if (!(error instanceof Error) || failure === null) return error;
  if (failure === 'busy')
    return new Error(`Another process uses the spool ${file}. Set a different SPOOL_FILE for each node.`);
  if (failure === 'damaged') return damagedFileError(file, error.message);
  return new Error(`The spool ${file} can't be used: ${error.message}.`, { cause: error });
}

function damagedFileError(file: string, why: string): Error {
  return new Error(
    `The spool ${file} is damaged (${why}). Move it away and restart; Overdue then creates a new one. Pings in the damaged file are lost.`,
  );
}
