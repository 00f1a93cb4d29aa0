import { COPIED_TABLES, type CopiedTable } from './copied-tables.ts';

export type Value = number | string | Uint8Array | null;
/** Values in the order of some columns. */
export type Row = readonly Value[];
/** Where in the source's order of a table's rows one stands; null at the beginning. */
export type Place = readonly (number | string)[] | null;

export interface Chunk {
  readonly rows: readonly Row[];
  /** Behind the last of the rows. */
  readonly place: Place;
}

/** A database that nobody changes while it is copied. */
export interface CopySource {
  /** Tells what it holds from what it held before the service ran on it again. */
  readonly mark: string;
  /** About when its oldest event or run was made; null when there is none. */
  readonly oldestAt: number | null;
  columns(table: CopiedTable): readonly string[];
  count(table: CopiedTable): number;
  /** The rows after a place, as many as are handled at once; none at the end. */
  read(table: CopiedTable, after: Place): Chunk;
  /** The highest ID that a table's rows have ever had; null where they have none that counts up. */
  lastID(table: CopiedTable): number | null;
  close(): void;
}

/** How far a copy has come: all tables before this one are copied. */
export interface CopyProgress {
  readonly table: string;
  readonly place: Place;
}

export interface CopyTarget {
  /**
   * Prepares an empty database for the copy, or finds out how far one of the same source has come.
   *
   * @throws AppError when it holds something else
   */
  begin(mark: string): Promise<CopyProgress | null>;
  columns(table: CopiedTable): Promise<readonly string[]>;
  count(table: CopiedTable): Promise<number>;
  /** Inserts rows and notes the place behind them, in one transaction. */
  write(table: CopiedTable, columns: readonly string[], chunk: Chunk): Promise<void>;
  /** The rows with the same keys as some others, in any order. */
  find(table: CopiedTable, columns: readonly string[], rows: readonly Row[]): Promise<readonly Row[]>;
  /** From now on the database is in service. @param lastIDs where each table goes on to count */
  finish(lastIDs: ReadonlyMap<CopiedTable, number>): Promise<void>;
  close(): Promise<void>;
}

export interface Copied {
  readonly rows: Readonly<Record<string, number>>;
  /** What is not the same in the copy, in words; the copy is good when there is nothing. */
  readonly differences: readonly string[];
}

const DIFFERENCES_MAX = 100;

/**
 * Copies all rows, or those that are missing after a break, then compares each with its source. Holds one chunk of rows in memory.
 * When something differs, the target stays out of service.
 */
export async function copyDatabase(options: {
  readonly source: CopySource;
  readonly target: CopyTarget;
  readonly tell: (step: 'copied' | 'compared', table: string, rows: number, of: number) => void;
}): Promise<Copied> {
  const { source, target, tell } = options;
  const begun = await target.begin(source.mark);
  const first = begun === null ? 0 : COPIED_TABLES.findIndex(({ name }) => name === begun.table);
  if (first === -1)
    throw new Error('The copy was begun by another version of Overdue. Begin anew, in an empty database.');
  for (const table of COPIED_TABLES.slice(first)) {
    const place = table.name === begun?.table ? begun.place : null;
    await copyTable({ source, target, tell }, table, place);
  }
  const differences: string[] = [];
  const rows: Record<string, number> = {};
  const lastIDs = new Map<CopiedTable, number>();
  for (const table of COPIED_TABLES) {
    const found = await compareTable({ source, target, tell }, table, DIFFERENCES_MAX - differences.length);
    differences.push(...found);
    rows[table.name] = source.count(table);
    const lastID = source.lastID(table);
    if (lastID !== null) lastIDs.set(table, lastID);
    if (differences.length >= DIFFERENCES_MAX) break;
  }
  if (differences.length === 0) await target.finish(lastIDs);
  return { rows, differences };
}

type Ends = Parameters<typeof copyDatabase>[0];

async function copyTable({ source, target, tell }: Ends, table: CopiedTable, from: Place): Promise<void> {
  const columns = source.columns(table);
  const known = await target.columns(table);
  const odd = new Set(columns).symmetricDifference(new Set(known));
  if (odd.size > 0)
    throw new Error(`The columns ${[...odd].join(', ')} of ${table.name} are not in both databases.`);
  const count = source.count(table);
  let copied = 0;
  for (let place = from; ; ) {
    const chunk = source.read(table, place);
    if (chunk.rows.length === 0) break;
    await target.write(table, columns, chunk);
    place = chunk.place;
    copied += chunk.rows.length;
    tell('copied', table.name, copied, count);
  }
}

async function compareTable(
  { source, target, tell }: Ends,
  table: CopiedTable,
  limit: number,
): Promise<readonly string[]> {
  const columns = source.columns(table);
  const keyAt = table.key.map((column) => columns.indexOf(column));
  const keyOf = (row: Row) => JSON.stringify(keyAt.map((index) => row[index]));
  const differences: string[] = [];
  const count = source.count(table);
  let compared = 0;
  for (let place: Place = null; differences.length < limit; ) {
    const chunk: Chunk = source.read(table, place);
    if (chunk.rows.length === 0) break;
    const copies = new Map((await target.find(table, columns, chunk.rows)).map((row) => [keyOf(row), row]));
    for (const row of chunk.rows) {
      const difference = compare(columns, row, copies.get(keyOf(row)));
      // Values may be secrets.
      if (difference !== null) differences.push(`Row ${keyOf(row)} of ${table.name} ${difference}.`);
    }
    place = chunk.place;
    compared += chunk.rows.length;
    tell('compared', table.name, compared, count);
  }
  const there = await target.count(table);
  if (there !== count) differences.push(`${table.name} has ${there} rows instead of ${count}.`);
  return differences.slice(0, limit);
}

function compare(columns: readonly string[], row: Row, copy: Row | undefined): string | null {
  if (copy === undefined) return 'is missing';
  const odd = columns.filter((_, index) => !isSame(row[index], copy[index]));
  return odd.length === 0 ? null : `differs in ${odd.join(', ')}`;
}

function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}
