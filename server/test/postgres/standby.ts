import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { type Cluster, clusterOf } from './cluster.ts';
import { startPostmaster } from './postmaster.ts';
import { giveAway, temporaryFolder } from './unprivileged.ts';

/** A cluster that follows another cluster until its promotion. */
export interface Standby extends Cluster {
  /** Resolves once the standby accepts writes. */
  promote(): Promise<void>;
}

/** Matches files that belong to the running primary and are not part of a copy of its data. */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/** Maximum number of checks whether the primary waits for the standby. */
const ASKED_MAX = 1000;

/**
 * Copies a running primary and starts the copy as its standby. From then on, a commit of the primary waits until it is
 * on the standby's disk.
 */
export async function startStandby(primary: Cluster): Promise<Standby> {
  const binaries = await findBinaries(primary.version);
  const folder = await mkdtemp(join(temporaryFolder(), 'overdue-cluster-'));
  giveAway(folder);
  const data = join(folder, 'data');
  try {
    await copyData(primary, data);
    const { hostname, port, username, password } = new URL(primary.url('postgres'));
    const connection = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
    await writeFile(
      join(data, 'postgresql.auto.conf'),
      [
        '',
        `primary_conninfo = '${connection}'`,
        "primary_slot_name = 'standby'",
        // After its promotion, the server doesn't wait for any standby.
        "synchronous_standby_names = ''",
        '',
      ].join('\n'),
      { flag: 'a' },
    );
    await writeFile(join(data, 'standby.signal'), '');
    giveAway(data);
    const postmaster = await startPostmaster({ binaries, folder, data });
    const cluster = clusterOf({ version: primary.version, data, postmaster });
    await primary.query('postgres', "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await primary.query('postgres', 'SELECT pg_reload_conf()');
    await untilSynchronous(primary);
    return {
      ...cluster,
      async promote() {
        // Waits until the promotion is done.
        await cluster.query('postgres', 'SELECT pg_promote(true, 60)');
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error('The standby did not start.', { cause: error });
  }
}

async function untilSynchronous(primary: Cluster): Promise<void> {
  for (let asked = 1; asked <= ASKED_MAX; asked += 1) {
    const rows = await primary.query(
      'postgres',
      "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'",
    );
    if (rows.length > 0) return;
  }
  throw new Error('The primary does not wait for the standby.');
}

/**
 * Copies the data between `pg_backup_start` and `pg_backup_stop`, which must run in one session. Then writes the label file that
 * completes the copy.
 */
async function copyData(primary: Cluster, data: string): Promise<void> {
  const session = new pg.Client({ connectionString: primary.url('postgres') });
  await session.connect();
  try {
    await session.query("SELECT pg_create_physical_replication_slot('standby', true)");
    await session.query("SELECT pg_backup_start('standby', true)");
    await cp(primary.data, data, {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(relative(primary.data, source)),
    });
    const { rows } = await session.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await session.end();
  }
}
