import { COPIED_TABLES, type CopiedTable } from './copied-tables.ts';

export type CopiedValue = number | string | Uint8Array | null;
export type CopiedRow = readonly CopiedValue[];
/** Position in a table's rows; null at the beginning. */
export type CopyPosition = readonly (number | string)[] | null;

export interface Chunk {
  readonly rows: readonly CopiedRow[];
  readonly place: CopyPosition;
}

/** A database that doesn't change while it is copied. */
export interface CopySource {
  /** Mark that changes when a service uses the database again. */
  readonly mark: string;
  /** Approximate time of the oldest event; null if there is none. */
  readonly oldestAt: number | null;
  columns(table: CopiedTable): readonly string[];
  count(table: CopiedTable): number;
  /** Reads the next chunk of rows after a position; empty at the end. */
  read(table: CopiedTable, after: CopyPosition): Chunk;
  /** Highest ID that a table's rows ever had; null if the table has no ascending IDs. */
  lastID(table: CopiedTable): number | null;
  close(): void;
}

/** Progress of a copy: all tables before `table` are copied, and `table` is copied up to `place`. */
export interface CopyProgress {
  readonly table: string;
  readonly place: CopyPosition;
}

export interface CopyTarget {
  /** Prepares an empty database, or finds the progress of a copy from the same source. Throws an AppError on anything else. */
  begin(mark: string): Promise<CopyProgress | null>;
  columns(table: CopiedTable): Promise<readonly string[]>;
  count(table: CopiedTable): Promise<number>;
  /** Inserts rows and records the position after them, in one transaction. */
  write(table: CopiedTable, columns: readonly string[], chunk: Chunk): Promise<void>;
  find(
    table: CopiedTable,
    columns: readonly string[],
    rows: readonly CopiedRow[],
  ): Promise<readonly CopiedRow[]>;
  /** Puts the database into service. @param lastIDs highest ID that each table ever used */
  finish(lastIDs: ReadonlyMap<CopiedTable, number>): Promise<void>;
  close(): Promise<void>;
}

export interface Copied {
  readonly rows: Readonly<Record<string, number>>;
  /** Differences between source and copy, in words; empty for a good copy. */
  readonly differences: readonly string[];
}

const DIFFERENCES_MAX = 100;

/**
 * Copies all rows, or continues an interrupted copy. Then compares each row with its source. If any row differs, the target stays
 * out of service.
 */
export async function copyDatabase(options: {
  readonly source: CopySource;
  readonly target: CopyTarget;
  readonly report: (
    step: 'copied' | 'compared',
    table: string,
    progress: { readonly rows: number; readonly of: number },
  ) => void;
}): Promise<Copied> {
  const { source, target, report } = options;
  const begun = await target.begin(source.mark);
  const first = begun === null ? 0 : COPIED_TABLES.findIndex(({ name }) => name === begun.table);
  if (first === -1)
    throw new Error('Another version of Overdue started this copy. Start over with an empty database.');
  for (const table of COPIED_TABLES.slice(first)) {
    const place = table.name === begun?.table ? begun.place : null;
    await copyTable({ source, target, report }, table, place);
  }
  const differences: string[] = [];
  const rows: Record<string, number> = {};
  const lastIDs = new Map<CopiedTable, number>();
  for (const table of COPIED_TABLES) {
    const tableDifferences = await compareTable(
      { source, target, report },
      table,
      DIFFERENCES_MAX - differences.length,
    );
    differences.push(...tableDifferences);
    rows[table.name] = source.count(table);
    const lastID = source.lastID(table);
    if (lastID !== null) lastIDs.set(table, lastID);
    if (differences.length >= DIFFERENCES_MAX) break;
  }
  if (differences.length === 0) await target.finish(lastIDs);
  return { rows, differences };
}

type Ends = Parameters<typeof copyDatabase>[0];

async function copyTable(
  { source, target, report }: Ends,
  table: CopiedTable,
  from: CopyPosition,
): Promise<void> {
  const columns = source.columns(table);
  const targetColumns = await target.columns(table);
  const odd = new Set(columns).symmetricDifference(new Set(targetColumns));
  if (odd.size > 0)
    throw new Error(
      `The columns ${[...odd].join(', ')} of ${table.name} exist in only one of the databases.`,
    );
  const count = source.count(table);
  let copied = 0;
  for (let place = from; ; ) {
    const chunk = source.read(table, place);
    if (chunk.rows.length === 0) break;
    await target.write(table, columns, chunk);
    place = chunk.place;
    copied += chunk.rows.length;
    report('copied', table.name, { rows: copied, of: count });
  }
}

async function compareTable(
  { source, target, report }: Ends,
  table: CopiedTable,
  limit: number,
): Promise<readonly string[]> {
  const columns = source.columns(table);
  const keyAt = table.key.map((column) => columns.indexOf(column));
  const keyOf = (row: CopiedRow) => JSON.stringify(keyAt.map((index) => row[index]));
  const differences: string[] = [];
  const count = source.count(table);
  let compared = 0;
  for (let place: CopyPosition = null; differences.length < limit; ) {
    const chunk: Chunk = source.read(table, place);
    if (chunk.rows.length === 0) break;
    const copies = new Map((await target.find(table, columns, chunk.rows)).map((row) => [keyOf(row), row]));
    for (const row of chunk.rows) {
      const difference = compare(columns, row, copies.get(keyOf(row)));
      // Leaves out the values, which may be secrets.
      if (difference !== null) differences.push(`Row ${keyOf(row)} of ${table.name} ${difference}.`);
    }
    place = chunk.place;
    compared += chunk.rows.length;
    report('compared', table.name, { rows: compared, of: count });
  }
  const there = await target.count(table);
  if (there !== count) differences.push(`${table.name} has ${there} rows instead of ${count}.`);
  return differences.slice(0, limit);
}

function compare(columns: readonly string[], row: CopiedRow, copy: CopiedRow | undefined): string | null {
  if (copy === undefined) return 'is missing';
  const odd = columns.filter((_, index) => !isSame(row[index], copy[index]));
  return odd.length === 0 ? null : `differs in ${odd.join(', ')}`;
}

function isSame(a: CopiedValue | undefined, b: CopiedValue | undefined): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}
