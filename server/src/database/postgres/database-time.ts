import type { Connections } from './connections.ts';

/** Returns the database's time, which the clocks of all processes follow. No other query reads this time. */
export async function readDatabaseTime(connections: Connections): Promise<number> {
  const connection = await connections.connect();
  try {
    const [result] = await connection.pipeline([
      { text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000', values: [] },
    ]);
    const at = Number(result?.rows[0]?.[0] ?? Number.NaN);
    if (Number.isNaN(at)) throw new Error('PostgreSQL did not return its time.');
    return at;
  } finally {
    connection.release();
  }
}
