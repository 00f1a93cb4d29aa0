import pg from 'pg';

export interface Connection {
  run(statement: string): Promise<void>;
  /** Rolls the transaction back, unless it has ended already. */
  release(): Promise<void>;
  commit(): Promise<void>;
}

/** Opens a transaction, runs a statement in it, and leaves it open. */
export async function holdConnection(url: string, statement: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  let isOver = false;
  const end = async (how: 'ROLLBACK' | 'COMMIT') => {
    if (isOver) return;
    isOver = true;
    await client.query(how);
    await client.end();
  };
  return {
    async run(statement) {
      await client.query(statement);
    },
    release: () => end('ROLLBACK'),
    commit: () => end('COMMIT'),
  };
}
