import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { rowMaker } from './row-maker.ts';

export type Connection = DatabaseSync;
export type Value = number | string | null | Uint8Array;

/** A prepared statement. The caller declares the types of parameters and rows; nothing checks them here. */
export interface Statement<Parameters extends readonly unknown[], Row> {
  run(...parameters: Parameters): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  columns(): readonly { readonly name: string }[];
}

interface OpenOptions {
  readonly isReadOnly?: boolean;
  readonly mustExist?: boolean;
  readonly busyMs?: number;
}

/** Opens a database file, creating it if needed. `:memory:` creates a database in memory that lasts as long as the connection. */
export function connect(
  file: string,
  { isReadOnly = false, mustExist = false, busyMs = 0 }: OpenOptions = {},
): Connection {
  const path = mustExist ? new URL('?mode=rw', pathToFileURL(file)) : file;
  return new DatabaseSync(path, { readOnly: isReadOnly, timeout: busyMs });
}

export function copyInMemory(db: Connection): Connection {
  const copy = new DatabaseSync(':memory:');
  copy.deserialize(db.serialize());
  return copy;
}

export function fileOf(db: Connection): string | null {
  return db.location();
}

/**
 * Returns a statement whose rows are objects keyed by column. The statement accepts positional values, or an object of named
 * parameters. SQLite prepares the statement on first use, because a process never runs most of its statements.
 */
export function prepare<Parameters extends readonly unknown[], Row extends object = never>(
  db: Connection,
  sql: string,
): Statement<Parameters, Row> {
  const statement = onFirstUse<Parameters, readonly Value[]>(db, sql);
  let maker: ((values: readonly Value[]) => Row) | undefined;
  const rowOf = () =>
    (maker ??= rowMaker(
      statement()
        .columns()
        .map(({ name }) => name),
    ));
  return {
    run: (...parameters) => statement().run(...parameters),
    get(...parameters) {
      const values = statement().get(...parameters);
      return values === undefined ? undefined : rowOf()(values);
    },
    all: (...parameters) =>
      statement()
        .all(...parameters)
        .map(rowOf()),
    *iterate(...parameters) {
      for (const values of statement().iterate(...parameters)) yield rowOf()(values);
    },
    columns: () => statement().columns(),
  };
}

/** As {@link prepare}, but rows are arrays in column order, which takes half the time for large results. */
export function prepareLists<Parameters extends readonly unknown[], Row extends readonly Value[]>(
  db: Connection,
  sql: string,
): Statement<Parameters, Row> {
  const statement = onFirstUse<Parameters, Row>(db, sql);
  return {
    run: (...parameters) => statement().run(...parameters),
    get: (...parameters) => statement().get(...parameters),
    all: (...parameters) => statement().all(...parameters),
    iterate: (...parameters) => statement().iterate(...parameters),
    columns: () => statement().columns(),
  };
}

function onFirstUse<Parameters extends readonly unknown[], Row extends readonly Value[]>(
  db: Connection,
  sql: string,
): () => Statement<Parameters, Row> {
  let prepared: Statement<Parameters, Row> | undefined;
  return () =>
    (prepared ??= db.prepare(sql, { returnArrays: true }) as unknown as Statement<Parameters, Row>);
}

export function column<Cell extends Value>(
  db: Connection,
  sql: string,
  ...parameters: readonly Value[]
): readonly Cell[] {
  return prepareLists<readonly Value[], [Cell]>(db, sql)
    .all(...parameters)
    .map(([cell]) => cell);
}

export function cell<Cell extends Value>(
  db: Connection,
  sql: string,
  ...parameters: readonly Value[]
): Cell | undefined {
  return prepareLists<readonly Value[], [Cell]>(db, sql).get(...parameters)?.[0];
}

/**
 * Runs work in a transaction, or in a savepoint if one is open. Takes the write lock first, so that the database can't be busy
 * half-way.
 */
export function transact<T>(db: Connection, work: () => T): T {
  const [begin, commit, undo] = db.isTransaction
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part']
    : ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'];
  db.exec(begin);
  try {
    const result = work();
    db.exec(commit);
    return result;
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back and would refuse another rollback.
    if (db.isTransaction) db.exec(undo);
    throw error;
  }
}

/** `row` means an error about the row; all others are about the database. */
export type SqliteFailure = 'busy' | 'damaged' | 'disk' | 'full' | 'readonly' | 'row' | 'other';

/** Failures by primary result code; see https://www.sqlite.org/rescode.html. */
const FAILURES: Readonly<Record<number, SqliteFailure>> = {
  5: 'busy',
  8: 'readonly',
  10: 'disk', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full',
  14: 'disk', // CANTOPEN
  18: 'row', // TOOBIG
  19: 'row', // CONSTRAINT
  20: 'row', // MISMATCH
  25: 'row', // RANGE
  26: 'damaged', // NOTADB
};

/** Classifies an error of SQLite; null for other errors. */
export function sqliteFailure(error: unknown): SqliteFailure | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // The lowest byte is the primary code; the rest refines it.
  return FAILURES[error.errcode & 0xff] ?? 'other';
}
