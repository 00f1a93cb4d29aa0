import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../clients/prerequisites.ts';
import { findFreePort } from '../postgres/free-port.ts';
import { giveAway, unprivileged } from '../postgres/unprivileged.ts';
import { until } from './until.ts';

/** A pooler in front of a database. It runs each transaction on any free connection. */
export interface PgBouncer {
  /** URL of the database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * @param connections maximum connections of the pooler to the database: fewer than its clients have, so that they share
 * connections
 */
export async function startPgBouncer(url: string, connections: number): Promise<PgBouncer> {
  const program = findProgram('pgbouncer');
  if (program === null) throw new Error('There is no PgBouncer: install the package pgbouncer.');
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'overdue-pgbouncer-'));
  const ownPort = await findFreePort();
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  // Like PostgreSQL, PgBouncer refuses to run as root.
  giveAway(folder);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    cwd: folder,
    stdio: 'ignore',
    ...unprivileged(),
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  await until(() => knock(ownPort, child));
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function knock(port: number, { exitCode }: ChildProcess): Promise<void> {
  if (exitCode !== null) throw new Error(`PgBouncer has ended with ${exitCode}.`);
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
