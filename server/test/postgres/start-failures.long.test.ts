import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CERTIFICATE } from '../notify/certificate.ts';
import { runCommand, startProcess } from '../server-process.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { findFreePort } from './free-port.ts';
import { giveAway } from './unprivileged.ts';

const PASSWORD = 'hunter2-of-the-tests';

let folder: string;
let cluster: Cluster;
/** Cluster with TLS and a self-signed certificate. */
let encrypted: Cluster;

async function openCluster(): Promise<Cluster> {
  const opened = await startCluster({ version: '18' });
  await opened.createDatabase('overdue');
  await opened.query('overdue', `CREATE ROLE guest LOGIN PASSWORD '${PASSWORD}'`);
  return opened;
}

/** Turns TLS on, and admits `guest` only with TLS. */
async function encrypt({ data, query }: Cluster): Promise<void> {
  writeFileSync(join(data, 'server.key'), CERTIFICATE.key, { mode: 0o600 });
  writeFileSync(join(data, 'server.crt'), CERTIFICATE.cert);
  const hba = join(data, 'pg_hba.conf');
  const lines = readFileSync(hba, 'utf8');
  writeFileSync(hba, `hostssl all guest 127.0.0.1/32 password\nhost all guest 127.0.0.1/32 reject\n${lines}`);
  appendFileSync(join(data, 'postgresql.auto.conf'), 'ssl = on\n');
  giveAway(data);
  await query('overdue', 'SELECT pg_reload_conf()');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overdue-start-'));
  [cluster, encrypted] = await Promise.all([openCluster(), openCluster()]);
  await encrypt(encrypted);
});

afterAll(async () => {
  await Promise.all([cluster.stop(), encrypted.stop()]);
  rmSync(folder, { recursive: true });
});

const environment = (url: string) => ({
  PATH: process.env.PATH ?? '',
  PORT: '0',
  DATABASE_URL: url,
  SECRET_KEY: 'a key of these tests, long enough for them',
  SPOOL_FILE: join(folder, 'spool.db'),
});

const as = (user: string, { port }: { readonly port: number }, rest = 'overdue') =>
  `postgres://${user}@127.0.0.1:${port}/${rest}`;
const guest = `guest:${PASSWORD}`;

/** Starts a proxy that makes a server appear to be PostgreSQL 13. */
async function startOldServer({ port }: Cluster) {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    upstream.on('data', (data) => {
      client.write(Buffer.from(data.toString('latin1').replace(/18(00\d\d)/, '13$1'), 'latin1'));
    });
    client.on('data', (data) => upstream.write(data));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  const own = await findFreePort();
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  return { port: own, close: () => void server.close() };
}

describe('a failed start on PostgreSQL', () => {
  const failures: Readonly<Record<string, readonly [url: () => string, says: RegExp]>> = {
    'a wrong password': [
      () => as('overdue:mistyped-password', cluster),
      /password authentication failed for user "overdue"\. Check the user and the password/,
    ],
    'no password': [
      () => as('overdue', cluster),
      /empty password returned by client\. Check the user and the password/,
    ],
    'an unknown role': [() => as(`nobody:${PASSWORD}`, cluster), /failed for user "nobody"\. Check the user/],
    'an unknown database': [
      () => as(guest, cluster, 'nothere'),
      /database "nothere" does not exist\. Create the database/,
    ],
    'a role that may not make tables': [
      () => as(guest, cluster),
      /permission denied for schema public\. Make the role .* grant the role CONNECT .* CREATE/,
    ],
    'TLS that the server does not offer': [
      () => as(guest, cluster, 'overdue?sslmode=verify-full'),
      /requires TLS, but the server does not offer TLS\. Turn TLS on/,
    ],
    'TLS that the server requires': [
      () => as(guest, encrypted),
      /no encryption\. Ask for TLS with sslmode=verify-full|rejects connection.*no encryption/,
    ],
    'a certificate that nobody vouches for': [
      () => as(guest, encrypted, 'overdue?sslmode=verify-full'),
      /self-signed certificate.*sslrootcert/,
    ],
    'a certificate file that is missing': [
      () => as(guest, encrypted, 'overdue?sslmode=verify-full&sslrootcert=/nothere.pem'),
      /nothere\.pem.*Check the paths of sslrootcert/,
    ],
  };

  test.each(Object.entries(failures))(
    'a failed start names the address, the reason and the remedy: %s',
    async (_, [url, says]) => {
      const { exitCode, out } = await runCommand(environment(url()), ['serve']);
      expect([exitCode, out]).toEqual([1, expect.stringMatching(says)]);
      const { host, pathname } = new URL(url());
      expect(out).toContain(`overdue-server: The database postgres://${host}${pathname} can't be opened: `);
      expectNoSecret(out);
    },
  );

  test('a server that is too old is named', async () => {
    const old = await startOldServer(cluster);
    const { exitCode, out } = await runCommand(environment(as(guest, old)), ['serve']);
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(
        /can't be opened: the server is PostgreSQL 13, and Overdue needs 15 or newer\. Upgrade/,
      ),
    ]);
    expectNoSecret(out);
    old.close();
  });

  test.each([
    ['no database', 'postgres://overdue:mistyped-password@db.example.com'],
    ['no host', 'postgres://:mistyped-password/overdue'],
    ['a broken percent-encoding', 'postgres://overdue:mistyped-password%zz@db.example.com/overdue'],
  ])('a malformed URL is named: %s', async (_, url) => {
    const { exitCode, out } = await runCommand(environment(url), ['serve']);
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(/DATABASE_URL (?:must be a URL|contains a %)/),
    ]);
    expectNoSecret(out);
  });
});

describe('an unreachable server', () => {
  const unreachable = 'postgres://overdue:mistyped-password@127.0.0.1:1/overdue';
  const says =
    /The database postgres:\/\/127\.0\.0\.1:1\/overdue can't be reached: .*ECONNREFUSED.*Check that PostgreSQL runs/;

  test('the service waits for an unreachable server, which the log names', async () => {
    const life = await startProcess(environment(unreachable));
    expect(await life.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(life.output()).toMatch(says);
    expectNoSecret(life.output());
  });

  test('a command names an unreachable server once', async () => {
    const { exitCode, out } = await runCommand(environment(unreachable), ['migrate']);
    expect([exitCode, out]).toEqual([1, expect.stringMatching(says)]);
    expect(out.match(/The database/g)).toHaveLength(1);
  });

  test('an unknown host is named', async () => {
    const url = 'postgres://overdue:mistyped-password@nothere.invalid/overdue';
    const life = await startProcess(environment(url));
    await life.kill('SIGTERM');
    expect(life.output()).toMatch(
      /postgres:\/\/nothere\.invalid\/overdue can't be reached: .*nothere\.invalid/,
    );
  });
});

function expectNoSecret(out: string): void {
  for (const secret of [PASSWORD, 'mistyped-password']) expect(out).not.toContain(secret);
  expect(out).not.toMatch(/^ +at /m);
}
