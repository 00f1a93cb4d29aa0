import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { memoryFolder } from '../data-folder.ts';
import { findBinaries, type Version } from './binaries.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { giveAway, temporaryFolder, unprivileged } from './unprivileged.ts';

const USER = 'overdue';
const PASSWORD = 'secret-of-the-tests';
const ADMIN = 'postgres';

/** A PostgreSQL server in a temporary folder, on a free port of the loopback address. */
export interface Cluster extends Postmaster {
  readonly version: Version;
  /** Folder with the data. */
  readonly data: string;
  url(database: string): string;
  /** Runs one statement in a database on a new connection. */
  query(database: string, statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Creates an empty database, or a copy of `template`. No connection to the template may be open. */
  createDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
}

export interface ClusterOptions {
  readonly version: Version;
  /** Whether commits survive a power failure. If not, all writes are much faster. */
  readonly isDurable?: boolean;
  /** Additional lines of `postgresql.conf`. */
  readonly settings?: readonly string[];
}

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 200',
  'shared_buffers = 64MB',
  'wal_level = replica',
  'max_prepared_transactions = 0',
  "timezone = 'UTC'",
];
const FAST_SETTINGS = ['fsync = off', 'full_page_writes = off'];

/** Creates and starts a cluster. The cluster always stops when this process ends. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { version, isDurable = false, settings = [] } = options;
  const binaries = await findBinaries(version);
  const root = (isDurable ? null : memoryFolder()) ?? temporaryFolder();
  const folder = await mkdtemp(join(root, 'overdue-cluster-'));
  const data = join(folder, 'data');
  const passwords = join(folder, 'password');
  try {
    await writeFile(passwords, PASSWORD);
    giveAway(folder);
    await promisify(execFile)(
      join(binaries, 'initdb'),
      [
        `--pgdata=${data}`,
        `--username=${USER}`,
        `--pwfile=${passwords}`,
        '--auth=password',
        '--encoding=UTF8',
        '--no-locale',
        '--no-sync',
        '--no-instructions',
      ],
      { cwd: folder, ...unprivileged() },
    );
    const lines = [...SETTINGS, ...(isDurable ? [] : FAST_SETTINGS), ...settings];
    await writeFile(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
    return clusterOf({ version, data, postmaster: await startPostmaster({ binaries, folder, data }) });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL ${version} did not start.`, { cause: error });
  }
}

/** @param postmaster running server, whose data folder already contains the database user of the tests */
export function clusterOf({
  version,
  data,
  postmaster,
}: {
  readonly version: Version;
  readonly data: string;
  readonly postmaster: Postmaster;
}): Cluster {
  const url = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${postmaster.port}/${database}`;
  return {
    ...postmaster,
    version,
    data,
    url,
    query: (database, statement) => query(url(database), statement),
    async createDatabase(name, template = 'template0') {
      await query(url(ADMIN), `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
    },
    async dropDatabase(name) {
      await query(url(ADMIN), `DROP DATABASE "${name}" WITH (FORCE)`);
    },
  };
}

/** Runs one statement on a new connection. */
export async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
