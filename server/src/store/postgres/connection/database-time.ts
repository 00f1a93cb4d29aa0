import type { Connections } from './connections.ts';

/** The clock that all processes set theirs by: the one place where the database is asked for the time. */
export async function askTime(connections: Connections): Promise<number> {
  const connection = await connections.connect();
  try {
    const [answer] = await connection.pipeline([
      { text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000', values: [] },
    ]);
    const at = Number(answer?.rows[0]?.[0] ?? Number.NaN);
    if (Number.isNaN(at)) throw new Error('PostgreSQL did not say what time it is.');
    return at;
  } finally {
    connection.release();
  }
}
