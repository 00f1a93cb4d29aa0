import pg from 'pg';
import { createByteWriter } from '../../src/store/postgres/connection/byte-writer.ts';
import type { Connections } from '../../src/store/postgres/connection/connections.ts';
import type { Statement, StatementResult } from '../../src/store/postgres/connection/statement.ts';

/** Leaves columns as text, as the store's own pipeline does. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value };

/** One connection that sends its batches through the pipeline mode of the driver, with named statements. */
export async function openDriverConnections(url: string): Promise<Connections> {
  const client = new pg.Client({ connectionString: url, pipeline: true, types: AS_TEXT });
  await client.connect();
  const writer = createByteWriter();
  const names = new Map<string, string>();

  function nameOf(text: string): string {
    const name = names.get(text) ?? `bench_${names.size}`;
    names.set(text, name);
    return name;
  }

  /** The driver sends a Buffer in the binary form. */
  function encoded(value: Statement['values'][number]): string | Buffer | null {
    if (typeof value !== 'function') return value;
    writer.reset();
    value(writer);
    return Buffer.from(writer.written());
  }

  async function send({ text, values }: Statement): Promise<StatementResult> {
    const { rows, command } = await client.query<(string | null)[]>({
      name: nameOf(text),
      text,
      values: values.map(encoded),
      rowMode: 'array',
    });
    return { rows, command };
  }

  function query(): never {
    throw new Error('A batch failed.');
  }
  const connection = {
    pipeline: (statements: readonly Statement[]) => Promise.all(statements.map(send)),
    query,
    release: () => undefined,
  };
  return {
    connect: () => Promise.resolve(connection),
    end: () => client.end(),
    closeAll: () => undefined,
    isAnswering: () => Promise.resolve(true),
    onTimeout: () => undefined,
    options: {},
  };
}
