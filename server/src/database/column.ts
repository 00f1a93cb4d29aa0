/** Value of a column. Numbers may be text, because PostgreSQL's batches read numbers as text. */
export type Cell = string | number | null;

export type CellType = 'text' | 'bigint';

/** A column of a table, with its type in PostgreSQL. */
export interface Column<Source> {
  readonly column: string;
  readonly type: CellType;
  readonly write: (source: Source) => Cell;
}

export function columnNames(columns: readonly Column<never>[]): readonly string[] {
  return columns.map(({ column }) => column);
}

export function cellsOf<Source>(columns: readonly Column<Source>[], source: Source): Cell[] {
  return columns.map(({ write }) => write(source));
}

export function numberOrNull(cell: Cell | undefined): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}

export function textOrNull(cell: Cell): string | null {
  return cell === null ? null : String(cell);
}
