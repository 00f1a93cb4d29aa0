import pg from 'pg';
import { createByteWriter } from '../../src/database/postgres/byte-writer.ts';
import type { Connections } from '../../src/database/postgres/connections.ts';
import type { Statement, StatementResult } from '../../src/database/postgres/statement.ts';

/** Returns columns as text, like the store's own pipeline. */
const AS_TEXT = { getTypeParser: () => (value: unknown) => value };

/** Opens one connection that sends its batches in the driver's pipeline mode, with named statements. */
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

  /** Converts bytes to a Buffer, which the driver sends in binary format. */
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
    isResponding: () => Promise.resolve(true),
    onTimeout: () => undefined,
    options: {},
  };
}
