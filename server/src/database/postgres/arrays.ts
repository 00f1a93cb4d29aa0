import type { ByteWriter } from './byte-writer.ts';

/** An array in PostgreSQL's binary format: dimensions, null flag, element type, length, lower bound, then sized elements. */
export type ArrayValue = (writer: ByteWriter) => void;

const BYTEA = 17;
const BIGINT = 20;
const TEXT = 25;

const DIMENSIONS = 1;
const FIRST_INDEX = 1;
const NULL_SIZE = -1;
const BIGINT_BYTES = 8;

/** Writes one column of rows for `$1::bigint[]`. Throws a RangeError for a value that is not an integer. */
export function bigintArray<Row>(rows: readonly Row[], of: (row: Row) => number | null): ArrayValue {
  return arrayOf({ type: BIGINT, rows, of, write: writeBigint });
}

export function textArray<Row>(rows: readonly Row[], of: (row: Row) => string | null): ArrayValue {
  return arrayOf({ type: TEXT, rows, of, write: writeText });
}

export function byteaArray<Row>(rows: readonly Row[], of: (row: Row) => Uint8Array | null): ArrayValue {
  return arrayOf({ type: BYTEA, rows, of, write: writeBytes });
}

interface Column<Row, Value> {
  readonly type: number;
  readonly rows: readonly Row[];
  readonly of: (row: Row) => Value | null;
  /** Writes an element's size and value. */
  readonly write: (writer: ByteWriter, value: Value) => void;
}

function arrayOf<Row, Value>({ type, rows, of, write }: Column<Row, Value>): ArrayValue {
  return (writer) => {
    if (rows.length === 0) {
      writer.int32(0);
      writer.int32(0);
      writer.int32(type);
      return;
    }
    writer.int32(DIMENSIONS);
    const nullsAt = writer.skip();
    writer.int32(type);
    writer.int32(rows.length);
    writer.int32(FIRST_INDEX);
    let hasNulls = false;
    for (const row of rows) {
      const value = of(row);
      if (value === null) {
        hasNulls = true;
        writer.int32(NULL_SIZE);
      } else {
        write(writer, value);
      }
    }
    writer.int32At(nullsAt, hasNulls ? 1 : 0);
  };
}

function writeBigint(writer: ByteWriter, value: number): void {
  writer.int32(BIGINT_BYTES);
  writer.int64(value);
}

function writeText(writer: ByteWriter, value: string): void {
  writer.sizedText(value);
}

function writeBytes(writer: ByteWriter, value: Uint8Array): void {
  writer.int32(value.byteLength);
  writer.bytes(value);
}
