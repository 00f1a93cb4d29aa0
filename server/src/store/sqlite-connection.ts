import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** A connection to an SQLite file, by the SQLite that Node has in it. */
export type Connection = DatabaseSync;
export type Value = number | string | null | Uint8Array;

/** How a statement is run. What it takes and what its rows are, its SQL says: nothing checks it here. */
export interface Statement<Parameters extends readonly unknown[], Row> {
  run(...parameters: Parameters): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** Of its rows; none when it has no rows. */
  columns(): readonly { readonly name: string }[];
}

interface OpenOptions {
  readonly isReadOnly?: boolean;
  /** The file must be there: none is made. */
  readonly mustExist?: boolean;
  /** How long a statement waits for others to be done with the file. */
  readonly busyMs?: number;
}

/** Opens the database in a file, which is made if need be; `:memory:` is one that ends with the connection. */
export function connect(
  file: string,
  { isReadOnly = false, mustExist = false, busyMs = 0 }: OpenOptions = {},
): Connection {
  const path = mustExist ? new URL('?mode=rw', pathToFileURL(file)) : file;
  return new DatabaseSync(path, { readOnly: isReadOnly, timeout: busyMs });
}

/** A copy in memory, as it is now. */
export function copyInMemory(db: Connection): Connection {
  const copy = new DatabaseSync(':memory:');
  copy.deserialize(db.serialize());
  return copy;
}

/** Where it is; null for one in memory. */
export function fileOf(db: Connection): string | null {
  return db.location();
}

/** A statement whose rows are objects by the names of the columns; it takes values, or an object by the names of its parameters. */
export function prepare<Parameters extends readonly unknown[], Row extends object = never>(
  db: Connection,
  sql: string,
): Statement<Parameters, Row> {
  const statement = prepareLists<Parameters, readonly Value[]>(db, sql);
  const rowOf = rowMaker<Row>(statement.columns().map(({ name }) => name));
  return {
    run: (...parameters) => statement.run(...parameters),
    get(...parameters) {
      const values = statement.get(...parameters);
      return values === undefined ? undefined : rowOf(values);
    },
    all: (...parameters) => statement.all(...parameters).map(rowOf),
    *iterate(...parameters) {
      for (const values of statement.iterate(...parameters)) yield rowOf(values);
    },
    columns: () => statement.columns(),
  };
}

/**
 * Makes objects of the lists that SQLite's rows are read as: by a literal with the columns' names, which is written here since
 * it is then the engine that knows their shape. The driver's own objects take three times as long to make and to read.
 */
export function rowMaker<Row>(columns: readonly string[]): (values: readonly Value[]) => Row {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return new Function('values', `return { ${fields.join(', ')} };`) as (values: readonly Value[]) => Row;
}

/** A statement whose rows are lists in the order of the columns: half the work where there are many. */
export function prepareLists<Parameters extends readonly unknown[], Row extends readonly Value[]>(
  db: Connection,
  sql: string,
): Statement<Parameters, Row> {
  return db.prepare(sql, { returnArrays: true }) as unknown as Statement<Parameters, Row>;
}

/** The first column of each row. */
export function column<Cell extends Value>(
  db: Connection,
  sql: string,
  ...parameters: readonly Value[]
): readonly Cell[] {
  return prepareLists<readonly Value[], [Cell]>(db, sql)
    .all(...parameters)
    .map(([cell]) => cell);
}

/** The first column of the first row. */
export function cell<Cell extends Value>(
  db: Connection,
  sql: string,
  ...parameters: readonly Value[]
): Cell | undefined {
  return prepareLists<readonly Value[], [Cell]>(db, sql).get(...parameters)?.[0];
}

/**
 * Runs work in a transaction, and takes it back when it throws. The write lock is taken at the start, so that it never fails
 * half-way as busy. Within another transaction, it is a part that can be taken back alone.
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
    // After some errors, a full disk among them, SQLite has rolled back by itself, and would complain of being asked again.
    if (db.isTransaction) db.exec(undo);
    throw error;
  }
}

/** `row`: it is the row that is wrong. Whatever else is wrong is wrong with the database. */
export type SqliteFailure = 'busy' | 'damaged' | 'disk' | 'full' | 'readonly' | 'row' | 'other';

/** By primary result code, https://www.sqlite.org/rescode.html. */
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

/** What SQLite complains of; null when it was not SQLite that threw. */
export function sqliteFailure(error: unknown): SqliteFailure | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // The lowest byte; the others tell more of the same.
  return FAILURES[error.errcode & 0xff] ?? 'other';
}
