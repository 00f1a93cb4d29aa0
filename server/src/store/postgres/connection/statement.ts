import type { ArrayValue } from './arrays.ts';

/** A row as text, in the order of the statement's columns. */
export type Fields = readonly (string | null)[];

export interface Answer {
  readonly rows: readonly Fields[];
  /** What was done, such as `COMMIT`. */
  readonly command: string;
}

/** One statement and its values. The types are those that its text casts to. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (ArrayValue | string | null)[];
}
