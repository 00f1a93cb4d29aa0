import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConnections } from '../../src/database/postgres/connections.ts';
import { DatabaseUnavailable } from '../../src/database/unavailable.ts';
import { VERSIONS } from './binaries.ts';
import { query } from './cluster.ts';
import { takeDatabase } from './database.ts';

describe.for(VERSIONS)('connections to PostgreSQL %s', (version) => {
  async function open({ max = 1, queryMsMax = 30_000 } = {}) {
    const { url, drop } = await takeDatabase(version);
    const connections = openConnections(url, max, queryMsMax);
    onTestFinished(async () => {
      await connections.end();
      await drop();
    });
    return { url, connections };
  }

  async function ask(connections: Awaited<ReturnType<typeof open>>['connections'], statement: string) {
    const connection = await connections.connect();
    try {
      return (await connection.query<Record<string, unknown>>(statement, [])).rows;
    } finally {
      connection.release();
    }
  }

  test('times and sums of counts are read as numbers', async () => {
    const { connections } = await open();
    const rows = await ask(
      connections,
      'SELECT 1763726400123::bigint AS at, (SELECT SUM(n) FROM (VALUES (1::bigint), (2)) AS v (n)) AS sum',
    );
    expect(rows).toEqual([{ at: 1763726400123, sum: 3 }]);
  });

  test('connections are replaced if they were cut while idle', async () => {
    const { url, connections } = await open();
    const [before] = await ask(connections, 'SELECT pg_backend_pid() AS pid');
    await query(url, `SELECT pg_terminate_backend(${before?.pid}, 10000)`);
    // The pool may detect the broken connection only at the next request.
    await ask(connections, 'SELECT 1').catch(() => {});
    const [after] = await ask(connections, 'SELECT pg_backend_pid() AS pid');
    expect(after?.pid).not.toBe(before?.pid);
  });

  test('connections that are cut during a transaction report an unavailable database and are replaced', async () => {
    const { url, connections } = await open();
    const connection = await connections.connect();
    await connection.query('BEGIN', []);
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);
    await query(url, `SELECT pg_terminate_backend(${rows[0]?.pid}, 10000)`);
    await expect(connection.query('SELECT 1', [])).rejects.toBeInstanceOf(DatabaseUnavailable);
    connection.release();
    expect(await ask(connections, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('connections that the server ends are closed, even before the end of the socket arrives', async () => {
    const { url } = await open();
    const connections = openConnections(await proxyWithoutEnd(url), 1, 5000);
    onTestFinished(() => connections.end());
    const connection = await connections.connect();
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);
    const waiting = expect(connection.query('SELECT pg_sleep(600)', [])).rejects.toThrow(
      'terminating connection due to administrator command',
    );
    await query(url, `SELECT pg_terminate_backend(${rows[0]?.pid}, 10000)`);
    await waiting;
    connection.release();
    expect(await ask(connections, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('connections are closed if the database does not respond in time, and no query waits for them', async () => {
    const { connections } = await open({ queryMsMax: 1000 });
    await expect(ask(connections, 'SELECT pg_sleep(600)')).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await ask(connections, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('an unreachable address is an unavailable database', async () => {
    const { url } = await open();
    for (const wrong of [url.replace(/:\d+\//, ':1/'), `${url}x`, url.replace('secret', 'wrong')]) {
      const connections = openConnections(wrong, 1);
      await expect(connections.connect()).rejects.toBeInstanceOf(DatabaseUnavailable);
      await connections.end();
    }
  });
});

/**
 * Returns the URL of a proxy that forwards all data, but doesn't close the client's connection when the server closes its own.
 */
async function proxyWithoutEnd(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    upstream.pipe(client, { end: false });
    client.pipe(upstream);
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return url.replace(`:${port}/`, `:${(proxy.address() as AddressInfo).port}/`);
}
