import { onTestFinished } from 'vitest';
import { type Connection, openConnections } from '../../src/database/postgres/connections.ts';
import type { Version } from './binaries.ts';
import { takeDatabase } from './database.ts';

/** Opens a store's connection to a new database. When the test ends, both are removed. */
export async function connectForTest(version: Version): Promise<Connection> {
  const { url, drop } = await takeDatabase(version);
  const connections = openConnections(url, 1);
  const connection = await connections.connect();
  onTestFinished(async () => {
    connection.release();
    await connections.end();
    await drop();
  });
  return connection;
}
