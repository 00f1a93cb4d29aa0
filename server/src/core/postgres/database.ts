import { Kysely, PostgresDialect } from 'kysely';
import { type Connections, openConnections } from '../../database/postgres/connections.ts';
import type { Schema } from '../../database/schema.ts';
import { DatabaseUnavailable } from '../../database/unavailable.ts';

/** Maximum connections for pings and verdicts. A low number makes pings share batches. Lists use other connections. */
const HOT_CONNECTIONS_MAX = 6;
/**
 * Time limit of queries for pings. The ping route stops waiting earlier and spools the ping; see `core/ingest/route/ping-route.ts`.
 */
const HOT_QUERY_MS_MAX = 5000;
const CONNECTIONS_MAX = 8;

export interface PostgresDatabase {
  readonly hot: Connections;
  readonly kysely: Kysely<Schema>;
  /** Connections that `kysely` uses. */
  readonly others: Connections;
  /** Allows connections from now on. Before that, requests fail with DatabaseUnavailable. */
  allow(): void;
  close(): Promise<void>;
}

/** Connects on first use. Sessions keep no state that PgBouncer would lose between transactions. */
export function openDatabase(url: string): PostgresDatabase {
  const hot = openConnections(url, HOT_CONNECTIONS_MAX, HOT_QUERY_MS_MAX);
  const others = openConnections(url, CONNECTIONS_MAX);
  let isChecking = false;
  /**
   * Runs after a request timed out. Closes all connections if the server doesn't respond on an older idle connection either. The
   * server has then probably lost power, and each connection would hang until its own time limit. If the server responds, only
   * that request hung, for example a commit.
   */
  async function closeAllIfSilent(connections: Connections, since: number): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    const isResponding = await connections.isResponding(since);
    isChecking = false;
    if (isResponding) return;
    hot.closeAll();
    others.closeAll();
  }
  for (const connections of [hot, others])
    connections.onTimeout((since) => void closeAllIfSilent(connections, since));
  let isAllowed = false;
  const gated = (connections: Connections): Connections => ({
    ...connections,
    async connect() {
      if (!isAllowed)
        throw new DatabaseUnavailable('PostgreSQL has not been reached yet since this process started.');
      return connections.connect();
    },
  });
  return {
    hot: gated(hot),
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: gated(others) }) }),
    others: gated(others),
    allow() {
      isAllowed = true;
    },
    async close() {
      await Promise.all([hot.end(), others.end()]);
    },
  };
}

/** Opens one connection without a time limit, for changes to large tables and full checks. */
export function openWithoutTimeout(url: string): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openConnections(url, 1, 0) }) });
}
