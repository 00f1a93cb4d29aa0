import type { ClientBase, Connection } from 'pg';
import { type ByteWriter, createByteWriter } from './byte-writer.ts';
import type { RowFields, Statement, StatementResult } from './statement.ts';

/** Interface that the driver requires of a custom query. */
interface Pipelined {
  /** Reports the result. The driver wraps this callback to stop its timer. */
  callback(error: Error | null, results?: readonly StatementResult[]): void;
  submit(connection: Connection): void;
  handleDataRow(message: { readonly fields: RowFields }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

interface ClientState {
  /** Reused for every pipeline, which is safe because a pipeline is sent in full before its first result arrives. */
  readonly writer: ByteWriter;
  readonly names: StatementNames;
}

const clientStates = new WeakMap<ClientBase, ClientState>();

function createClientState(client: ClientBase): ClientState {
  const state = { writer: createByteWriter(), names: createStatementNames(client) };
  clientStates.set(client, state);
  return state;
}

/**
 * Sends statements together and returns their results, in one round trip. After a failure, the remaining statements are skipped.
 */
export async function runPipeline(
  client: ClientBase,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly StatementResult[]>();
  const { writer, names } = clientStates.get(client) ?? createClientState(client);
  const isUnsure = names.isUnsure();
  writer.reset();
  writeStatements(writer, isUnsure ? [...statements, SELECT_BACKEND_PID] : statements, names.nameOf);
  const results: StatementResult[] = [];
  let rows: RowFields[] = [];
  const pipelined: Pipelined = {
    callback: (error, all) => (error === null ? resolve(all ?? []) : reject(error)),
    submit: (connection) => void connection.stream.write(writer.written()),
    handleDataRow: ({ fields }) => void rows.push(fields),
    handleCommandComplete({ text }) {
      results.push({ rows, command: text });
      rows = [];
    },
    handleError(error) {
      names.forget();
      pipelined.callback(error);
    },
    handleReadyForQuery() {
      if (isUnsure) names.learn(results.pop());
      pipelined.callback(null, results);
    },
  };
  client.query(pipelined);
  return promise;
}

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
function writeStatements(
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

/** Maximum names per connection, to limit the server's memory. Further statements stay unnamed. */
const NAMES_MAX = 1000;

/** Returns the process ID of the server process that executes the statement. */
const SELECT_BACKEND_PID: Statement = { text: 'SELECT pg_backend_pid()', values: [] };

/**
 * Names under which the server caches statements. Not used behind PgBouncer, where each transaction may reach another server
 * process.
 */
interface StatementNames {
  /** Whether {@link SELECT_BACKEND_PID} must still be sent. */
  isUnsure(): boolean;
  learn(result: StatementResult | undefined): void;
  /** Returns a statement's name and whether the server still needs its text; null if the statement has no name. */
  nameOf(text: string): { readonly name: string; readonly isNew: boolean } | null;
  /** Must run after an error, because the server might not have received the new names. */
  forget(): void;
}

function createStatementNames(client: ClientBase): StatementNames {
  let state: 'unsure' | 'named' | 'unnamed' = 'unsure';
  let namesUsed = 0;
  const names = new Map<string, string>();
  return {
    isUnsure: () => state === 'unsure',
    learn(result) {
      // The IDs differ behind a connection pooler, because the greeting then contains the pooler's process ID.
      state = result?.rows[0]?.[0] === String(serverProcessID(client)) ? 'named' : 'unnamed';
    },
    nameOf(text) {
      if (state !== 'named') return null;
      const existing = names.get(text);
      if (existing !== undefined) return { name: existing, isNew: false };
      namesUsed += 1;
      if (namesUsed > NAMES_MAX) return null;
      const name = `overdue_${namesUsed}`;
      names.set(text, name);
      return { name, isNew: true };
    },
    forget: () => names.clear(),
  };
}

/** Returns the process ID from the server's greeting, which the driver's types omit. */
function serverProcessID(client: ClientBase): unknown {
  return 'processID' in client ? client.processID : null;
}
