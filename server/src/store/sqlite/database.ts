import {
  CompiledQuery,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { type Connection, connect, fileOf, sqliteFailure } from '../../database/sqlite-connection.ts';
import { createFileGuard, type FileGuard } from './file/guard.ts';
import { forKysely } from './kysely.ts';

const BUSY_MS_MAX = 5000;
const SWITCH_RETRY_MS = 10;
/** Page cache size. Small, because SQLite scans the cache at most commits; the operating system caches more. */
const CACHE_KIB = 16 * 1024;
/**
 * Size (256 MB) above which the log is written back even under load. With a longer log, frequently changed pages are written back
 * less often.
 */
const WAL_PAGES_MAX = 65_536;

/** Uses one connection, because SQLite has one writer. With `synchronous=FULL`, a commit is on disk when it returns. */
export interface SqliteDatabase {
  readonly raw: Connection;
  readonly kysely: Kysely<Schema>;
  readonly guard: FileGuard;
}

/** Opens or creates the file; `:memory:` for tests. */
export function openDatabase(file: string): SqliteDatabase {
  const raw = connect(file);
  switchToWal(raw);
  raw.exec(`PRAGMA busy_timeout = ${BUSY_MS_MAX}`);
  raw.exec('PRAGMA synchronous = FULL');
  raw.exec('PRAGMA foreign_keys = ON');
  raw.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  raw.exec(`PRAGMA wal_autocheckpoint = ${WAL_PAGES_MAX}`);
  raw.exec('PRAGMA temp_store = MEMORY');
  const guard = createFileGuard(fileOf(raw));
  return { raw, kysely: new Kysely<Schema>({ dialect: immediateDialect(raw, guard) }), guard };
}

/**
 * Switches a database to write-ahead logging. Retries while another process switches the same new file: SQLite then reports busy
 * without waiting, because two connections that upgrade their locks would wait for each other forever. SQLite itself must not
 * wait here, because its wait would be added to each retry.
 */
function switchToWal(raw: Connection): void {
  for (let waitedMs = 0; ; waitedMs += SWITCH_RETRY_MS) {
    try {
      raw.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (sqliteFailure(error) !== 'busy' || waitedMs >= BUSY_MS_MAX) throw error;
      // Blocking is fine here, because nothing else runs during the start.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWITCH_RETRY_MS);
    }
  }
}

/** Cache size for lists. Only as large as the index pages need, because a list reads each page of rows only once. */
const READER_CACHE_KIB = 2 * 1024;

/** Opens a read-only connection for lists, because the list of a large team would evict the pages that pings need. */
export function openReader(raw: Connection): Connection {
  const file = fileOf(raw);
  if (file === null) return raw;
  const reader = connect(file, { isReadOnly: true, busyMs: BUSY_MS_MAX });
  reader.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
  return reader;
}

/** Kysely's dialect, except that a transaction takes the write lock at its start, so that the database can't be busy half-way. */
function immediateDialect(raw: Connection, guard: FileGuard): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver() {
      const driver = new SqliteDriver({ database: forKysely(raw, guard) });
      driver.beginTransaction = async (connection) => {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      };
      driver.rollbackTransaction = async (connection) => {
        // After some errors, such as a full disk, SQLite has already rolled back and would refuse another rollback.
        if (raw.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
      };
      return driver;
    },
  };
}

/** If more inputs arrived since the last call of `runIfQuiet`, the service is busy and doesn't checkpoint. */
const QUIET_INPUTS_MAX = 500;
const CHECKPOINT_INPUTS_MIN = 1000;

/** Keeps the write-ahead log short while there is little load. Under load, SQLite itself bounds the log. */
interface QuietCheckpoint {
  applied(inputs: number): void;
  /** Must run each time the node records its presence, while no transaction is open. */
  runIfQuiet(): void;
}

export function createQuietCheckpoint(db: Connection): QuietCheckpoint {
  let sinceLook = 0;
  let sinceCheckpoint = 0;
  return {
    applied(inputs) {
      sinceLook += inputs;
      sinceCheckpoint += inputs;
    },
    runIfQuiet() {
      const isQuiet = sinceLook <= QUIET_INPUTS_MAX;
      sinceLook = 0;
      if (!isQuiet || sinceCheckpoint < CHECKPOINT_INPUTS_MIN) return;
      sinceCheckpoint = 0;
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    },
  };
}
