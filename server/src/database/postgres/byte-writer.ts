/** Writes numbers and texts in PostgreSQL's wire format: big-endian, UTF-8. */
export interface ByteWriter {
  int16(value: number): void;
  int32(value: number): void;
  /** @throws RangeError if the value is not an integer */
  int64(value: number): void;
  text(value: string): void;
  /** Writes a text after its size in bytes. Replaces NUL, which PostgreSQL's texts can't hold. */
  sizedText(value: string): void;
  bytes(value: Uint8Array): void;
  skip(): number;
  int32At(offset: number, value: number): void;
  length(): number;
  /** Returns a view of the bytes written. The view is valid until the first write after {@link reset}. */
  written(): Uint8Array;
  reset(): void;
}

const BYTES_AT_FIRST = 64 * 1024;
/** Maximum number of bytes kept allocated after a large batch. */
const BYTES_KEPT_MAX = 1024 * 1024;
const UNIT_BYTES_MAX = 3;
/** Maximum length for which a loop is faster than `buffer.write`. */
const SHORT_TEXT = 64;
const ASCII_MAX = 127;
const REPLACEMENT = '\u{FFFD}';
const HIGH = 2 ** 32;

export function createByteWriter(): ByteWriter {
  let buffer = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  let view = new DataView(buffer.buffer);
  let end = 0;

  function reserve(bytes: number): void {
    if (end + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, end + bytes));
    larger.set(buffer.subarray(0, end));
    buffer = larger;
    view = new DataView(buffer.buffer);
  }

  function int32(value: number): void {
    reserve(4);
    view.setInt32(end, value);
    end += 4;
  }

  function text(value: string): void {
    reserve(value.length * UNIT_BYTES_MAX);
    if (value.length > SHORT_TEXT || !ascii(value)) end += buffer.write(value, end);
  }

  /** Returns false, and writes nothing, if the text is not ASCII. */
  function ascii(value: string): boolean {
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > ASCII_MAX) return false;
      buffer[end + index] = code;
    }
    end += value.length;
    return true;
  }

  return {
    int16(value) {
      reserve(2);
      view.setInt16(end, value);
      end += 2;
    },
    int32,
    int64(value) {
      if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer.`);
      reserve(8);
      view.setInt32(end, Math.floor(value / HIGH));
      view.setInt32(end + 4, value | 0);
      end += 8;
    },
    text,
    sizedText(value) {
      int32(0);
      const start = end;
      text(value.includes('\0') ? value.replaceAll('\0', REPLACEMENT) : value);
      view.setInt32(start - 4, end - start);
    },
    bytes(value) {
      reserve(value.byteLength);
      buffer.set(value, end);
      end += value.byteLength;
    },
    skip() {
      int32(0);
      return end - 4;
    },
    int32At: (offset, value) => view.setInt32(offset, value),
    length: () => end,
    written: () => buffer.subarray(0, end),
    reset() {
      end = 0;
      if (buffer.length <= BYTES_KEPT_MAX) return;
      buffer = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
      view = new DataView(buffer.buffer);
    },
  };
}
