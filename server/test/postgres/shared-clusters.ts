import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { SUPPORTED_VERSIONS, type Version } from './binaries.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { TEMPLATE } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the HTTP server that {@link setup} starts; see `database.ts`. */
    readonly clusters: string;
  }
}

/** Time of the suites. */
const NOW = Date.UTC(2026, 10, 21, 12);

/**
 * Shares one cluster per version in a test run. Each cluster is started when the first test requests it, in this
 * process, which lives longer than the processes of the tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clusters = new Map<Version, Promise<Cluster>>();
  const server = createServer((request, response) => {
    const version = SUPPORTED_VERSIONS.find((supportedVersion) => request.url === `/${supportedVersion}`);
    if (version === undefined) {
      response.writeHead(404).end();
      return;
    }
    const cluster = clusters.get(version) ?? startWithTemplate(version);
    clusters.set(version, cluster);
    cluster.then(
      ({ url }) => response.end(url('')),
      (error: Error) => response.writeHead(500).end(`${error.message} ${String(error.cause)}`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  project.provide('clusters', `http://127.0.0.1:${address.port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    for (const cluster of clusters.values()) await (await cluster.catch(() => null))?.stop();
  };
}

/** Migrates a template once. The database of each test is a copy of the template. */
async function startWithTemplate(version: Version): Promise<Cluster> {
  const cluster = await startCluster({ version });
  await cluster.createDatabase(TEMPLATE);
  await migratePostgres(cluster.url(TEMPLATE), NOW);
  // Refuses connections, so that autovacuum can't block copying the template.
  await cluster.query('postgres', `ALTER DATABASE "${TEMPLATE}" ALLOW_CONNECTIONS false`);
  return cluster;
}
