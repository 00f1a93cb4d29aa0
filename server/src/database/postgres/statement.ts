import type { ArrayValue } from './arrays.ts';

/** A row as text, in the order of the statement's columns. */
export type RowFields = readonly (string | null)[];

/** Rows and command tag that the server returned for a statement. */
export interface StatementResult {
  readonly rows: readonly RowFields[];
  /** Command tag, such as `COMMIT`. */
  readonly command: string;
}

/** A statement and its values, typed by casts in its text. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (ArrayValue | string | null)[];
}
