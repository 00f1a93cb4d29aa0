import type { ByteWriter } from './byte-writer.ts';
import type { Statement } from './statement.ts';
import type { StatementNames } from './statement-names.ts';

const PARSE = 'P';
const BIND = 'B';
const EXECUTE = 'E';
const SYNC = 'S';
const TEXT_FORMAT = 0;
const BINARY_FORMAT = 1;
const ALL_ROWS = 0;
const NULL_SIZE = -1;
/** NUL byte: terminates a string, and is the empty portal name. */
const END = '\0';

/**
 * Writes statements in PostgreSQL's extended protocol. After a failure, the server skips the remaining statements, up to the
 * sync.
 */
export function writeStatements(
  writer: ByteWriter,
  statements: readonly Statement[],
  nameOf: StatementNames['nameOf'],
): void {
  for (const { text, values } of statements) {
    const named = nameOf(text);
    if (named === null || named.isNew) message(writer, PARSE, () => parse(writer, named?.name ?? '', text));
    message(writer, BIND, () => bind(writer, named?.name ?? '', values));
    message(writer, EXECUTE, () => {
      writer.text(END);
      writer.int32(ALL_ROWS);
    });
  }
  message(writer, SYNC, () => undefined);
}

function message(writer: ByteWriter, type: string, writeContent: () => void): void {
  writer.text(type);
  const start = writer.skip();
  writeContent();
  writer.int32At(start, writer.length() - start);
}

function parse(writer: ByteWriter, name: string, text: string): void {
  writer.text(name);
  writer.text(END);
  writer.text(text);
  writer.text(END);
  writer.int16(0);
}

function bind(writer: ByteWriter, name: string, values: Statement['values']): void {
  writer.text(END);
  writer.text(name);
  writer.text(END);
  writer.int16(values.length);
  for (const value of values) writer.int16(typeof value === 'function' ? BINARY_FORMAT : TEXT_FORMAT);
  writer.int16(values.length);
  for (const value of values) {
    if (value === null) {
      writer.int32(NULL_SIZE);
    } else if (typeof value === 'string') {
      writer.sizedText(value);
    } else {
      const start = writer.skip();
      value(writer);
      writer.int32At(start, writer.length() - start - 4);
    }
  }
  // No result formats: the server returns all columns as text.
  writer.int16(0);
}
