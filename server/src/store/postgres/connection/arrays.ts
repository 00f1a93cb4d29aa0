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

/** @param writeElements writes the elements and returns whether some are null */
function writeArray(
  writer: ByteWriter,
  {
    type,
    length,
    writeElements,
  }: { readonly type: number; readonly length: number; readonly writeElements: () => boolean },
): void {
  if (length === 0) {
    writer.int32(0);
    writer.int32(0);
    writer.int32(type);
    return;
  }
  writer.int32(DIMENSIONS);
  const nullsAt = writer.skip();
  writer.int32(type);
  writer.int32(length);
  writer.int32(FIRST_INDEX);
  writer.int32At(nullsAt, writeElements() ? 1 : 0);
}

/** Writes one column of rows for `$1::bigint[]`. Throws a RangeError for a value that is not an integer. */
export function bigintArray<Row>(rows: readonly Row[], of: (row: Row) => number | null): ArrayValue {
  return (writer) =>
    writeArray(writer, {
      type: BIGINT,
      length: rows.length,
      writeElements: () => {
        let hasNulls = false;
        for (const row of rows) {
          const value = of(row);
          if (value === null) {
            hasNulls = true;
            writer.int32(NULL_SIZE);
          } else {
            writer.int32(BIGINT_BYTES);
            writer.int64(value);
          }
        }
        return hasNulls;
      },
    });
}

export function textArray<Row>(rows: readonly Row[], of: (row: Row) => string | null): ArrayValue {
  return (writer) =>
    writeArray(writer, {
      type: TEXT,
      length: rows.length,
      writeElements: () => {
        let hasNulls = false;
        for (const row of rows) {
          const value = of(row);
          if (value === null) {
            hasNulls = true;
            writer.int32(NULL_SIZE);
          } else {
            writer.sizedText(value);
          }
        }
        return hasNulls;
      },
    });
}

export function byteaArray<Row>(rows: readonly Row[], of: (row: Row) => Uint8Array | null): ArrayValue {
  return (writer) =>
    writeArray(writer, {
      type: BYTEA,
      length: rows.length,
      writeElements: () => {
        let hasNulls = false;
        for (const row of rows) {
          const value = of(row);
          if (value === null) {
            hasNulls = true;
            writer.int32(NULL_SIZE);
          } else {
            writer.int32(value.byteLength);
            writer.bytes(value);
          }
        }
        return hasNulls;
      },
    });
}
