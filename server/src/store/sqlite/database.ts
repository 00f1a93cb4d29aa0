import {
  CompiledQuery,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Schema } from '../schema.ts';
import { type Connection, connect, fileOf, sqliteFailure } from '../sqlite-connection.ts';
import { createFileGuard, type FileGuard } from './file/guard.ts';
import { forKysely } from './kysely.ts';

const BUSY_MS_MAX = 5000;
const SWITCH_RETRY_MS = 10;
/**
 * Small: SQLite looks through the whole cache at the end of a commit that has reordered pages of an index, which most do, and
 * what is not in it is in that of the system.
 */
const CACHE_KIB = 16 * 1024;
/**
 * Above this (256 MB) the log is written back even under load, so that it does not grow for ever. Pages that change often are
 * written back once for many changes, so seldom is cheaper than often.
 */
const WAL_PAGES_MAX = 65_536;

/**
 * One connection, since SQLite has one writer; Kysely's lock on it keeps transactions apart. WAL with
 * `synchronous=FULL`: a commit is on disk when it returns.
 */
export interface SqliteDatabase {
  readonly raw: Connection;
  readonly kysely: Kysely<Schema>;
  readonly guard: FileGuard;
}

/** Opens or makes the file; `:memory:` for tests. */
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
 * Retries while other processes switch the same new file. SQLite reports that as busy at once: waiting for each other, two
 * connections that upgrade their locks would wait forever. SQLite itself must not wait here: its wait would add to each retry.
 */
function switchToWal(raw: Connection): void {
  for (let waitedMs = 0; ; waitedMs += SWITCH_RETRY_MS) {
    try {
      raw.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (sqliteFailure(error) !== 'busy' || waitedMs >= BUSY_MS_MAX) throw error;
      // Blocks like SQLite's own wait for a lock: the process does nothing else at its start.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWITCH_RETRY_MS);
    }
  }
}

/** Room for the pages by which rows are found; those that hold the rows are looked at once. */
const READER_CACHE_KIB = 2 * 1024;

/**
 * A connection that only reads, for lists: that of a large team looks at more pages than a cache holds, and on the one
 * connection would drive from it what the pings need. A database in memory has only the one.
 */
export function openReader(raw: Connection): Connection {
  const file = fileOf(raw);
  if (file === null) return raw;
  const reader = connect(file, { isReadOnly: true, busyMs: BUSY_MS_MAX });
  reader.exec(`PRAGMA cache_size = -${READER_CACHE_KIB}`);
  return reader;
}

/**
 * Kysely's dialect, but a transaction takes the write lock at its start, so that it never fails half-way as
 * busy.
 */
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
        // After some errors, a full disk among them, SQLite has done so by itself, and would complain of being asked again.
        if (raw.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
      };
      return driver;
    },
  };
}
