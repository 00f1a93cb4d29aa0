import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';

/** Ping keys are credentials, and bodies may be anything: what we make is nobody else's to read. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
/** "OvSp": by this a spool is told from any other SQLite file. */
const APPLICATION_ID = 0x4f765370;
const VERSION = 1;
/** The log is cut back to this when it was longer. */
const WAL_BYTES_KEPT = 16 * 1024 * 1024;

const SCHEMA = `
  CREATE TABLE pings (
    position INTEGER PRIMARY KEY,
    epoch TEXT NOT NULL,
    ticket INTEGER NOT NULL,
    ping_key TEXT NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    rid TEXT,
    new_run_id TEXT,
    duration_ms INTEGER,
    warnings TEXT NOT NULL,
    method TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    remote_address TEXT NOT NULL,
    exit_status INTEGER,
    body BLOB
  ) STRICT`;

/**
 * Opens the spool's file, which is made if need be with its folder, and keeps every other process out of it until it is
 * closed. Throws, in words for the operator, when it is damaged, in use, something else, or of a newer version.
 */
export function openFile(file: string): Database {
  if (file !== ':memory:') {
    mkdirSync(dirname(file), { recursive: true, mode: OWN_FOLDER });
    closeSync(openSync(file, 'a', OWN_FILE));
  }
  const db = new Sqlite(file, { timeout: 0 });
  try {
    prepare(db, file);
    return db;
  } catch (error) {
    db.close();
    throw inWords(error, file);
  }
}

function prepare(db: Database, file: string): void {
  db.pragma('locking_mode = EXCLUSIVE');
  // Before anything is written: it may be somebody else's.
  const isNew = db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (!isNew && db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw new Error(`${file} is not a spool. Let SPOOL_FILE name a file of its own.`);
  if (!isNew && db.pragma('user_version', { simple: true }) !== VERSION)
    throw new Error(`The spool ${file} is of another version. Let that version start once and empty it.`);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma(`journal_size_limit = ${WAL_BYTES_KEPT}`);
  if (isNew) {
    db.transaction(() => {
      db.exec(SCHEMA);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${VERSION}`);
    }).immediate();
  }
  const damage = db.pragma('quick_check(1)', { simple: true });
  if (damage !== 'ok') throw damaged(file, String(damage));
}

function inWords(error: unknown, file: string): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  if (error.code.startsWith('SQLITE_BUSY'))
    return new Error(`Another process uses the spool ${file}. Give each node a SPOOL_FILE of its own.`);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)) return damaged(file, error.message);
  return new Error(`The spool ${file} can't be used: ${error.message}.`, { cause: error });
}

function damaged(file: string, why: string): Error {
  return new Error(
    `The spool ${file} is damaged (${why}). Move it away, and a new one is made; pings that waited in it are then not recorded.`,
  );
}
