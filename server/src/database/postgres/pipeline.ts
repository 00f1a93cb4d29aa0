import type { ClientBase, Connection } from 'pg';
import { type ByteWriter, createByteWriter } from './byte-writer.ts';
import type { RowFields, Statement, StatementResult } from './statement.ts';
import { createStatementNames, SELECT_BACKEND_PID, type StatementNames } from './statement-names.ts';
import { writeStatements } from './wire.ts';

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
