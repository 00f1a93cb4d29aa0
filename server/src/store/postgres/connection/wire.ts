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
/** The empty name of a portal, and the end of a text. */
const END = '\0';

/**
 * Writes statements as messages of PostgreSQL's extended protocol. A statement with a name is told to the server once. What they
 * are run as has no name, and nobody asks for their columns. After one that fails the server passes over the rest, up to the sync at the end.
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

/** A letter, and then the size of itself and of what follows. */
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
  // All columns come as text.
  writer.int16(0);
}
