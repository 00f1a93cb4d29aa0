import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, openConnections } from '../server/src/database/postgres/connections.ts';
import { type Cluster, startCluster } from '../server/test/postgres/cluster.ts';
import { processorSeconds } from './processor-time.ts';
import { type Owner, setUpDatabase } from './server-process.ts';

const DATABASE = 'overdue';
/** Settings that docs/scale.md recommends for 8 GB of memory, without lz4, which these binaries lack. */
const SETTINGS = [
  'shared_buffers = 2GB',
  'max_wal_size = 8GB',
  'checkpoint_timeout = 15min',
  'wal_compression = pglz',
];

/** A durable PostgreSQL for one run, with one team. */
export interface Postgres {
  readonly url: string;
  /** Owner of the team. */
  readonly owner: Owner;
  query<Row extends object>(statement: string): Promise<readonly Row[]>;
  /** A connection that stays open until `stop` is called. */
  readonly connection: Connection;
  /** Returns the number of bytes written to the write-ahead log so far. */
  walBytes(): Promise<number>;
  /** Returns the size of all tables and indexes in bytes. */
  diskBytes(): Promise<number>;
  /** Returns the processor time in seconds that all processes of the server have used. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const cluster = await startCluster({ version: '18', isDurable: true, settings: SETTINGS });
  try {
    return await open(cluster);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function open(cluster: Cluster): Promise<Postgres> {
  await cluster.createDatabase(DATABASE);
  const url = cluster.url(DATABASE);
  const owner = setUpDatabase(url);
  const connections = openConnections(url, 1, 0);
  const connection = await connections.connect();
  const postmaster = Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  async function query<Row extends object>(statement: string): Promise<readonly Row[]> {
    return (await connection.query<Row>(statement, [])).rows;
  }
  async function number(expression: string): Promise<number> {
    const [row] = await query<{ value: number }>(`SELECT ${expression} AS value`);
    return Number(row?.value);
  }
  return {
    url,
    owner,
    query,
    connection,
    walBytes: () => number("pg_current_wal_insert_lsn() - '0/0'"),
    diskBytes: () => number('pg_database_size(current_database())'),
    cpuSeconds: () => processorSeconds(postmaster, 'with its children'),
    async stop() {
      connection.release();
      await connections.end();
      await cluster.stop();
    },
  };
}
