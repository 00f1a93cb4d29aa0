import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from '../unavailable.ts';
import { runPipeline } from './pipeline.ts';
import type { Statement, StatementResult } from './statement.ts';
import { isFatal, toDatabaseUnavailable } from './unavailable.ts';

/** Time limit of a query. Longer than any statement of a running node takes. */
const QUERY_MS_MAX = 30_000;
const CONNECT_MS_MAX = 5000;
const IDLE_MS_MAX = 60_000;
/** Time limit of a write. A commit hangs while the server waits for an absent standby. */
const WRITE_MS_MAX = 5000;
/** Time limit of the query that checks whether the server still responds. */
const PROBE_MS_MAX = 1000;
/** How long a connection may be silent before TCP probes the server, so that a dead connection fails. */
const SILENT_MS_MAX = 10_000;

const TIMEOUT_MESSAGE = 'Query read timeout';

/** The driver supports a time limit per query, which its types omit. */
const PROBE: pg.QueryConfig & { readonly query_timeout: number } = {
  text: 'SELECT 1',
  query_timeout: PROBE_MS_MAX,
};

/** Types parsed as numbers. All stored values of these types are below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

export interface Connection extends PostgresPoolClient {
  /** Runs statements in one round trip. After a failure, the remaining statements are skipped. */
  pipeline(statements: readonly Statement[]): Promise<readonly StatementResult[]>;
}

/** Connections to one database. An unreachable database throws {@link import('../unavailable.ts').DatabaseUnavailable}. */
export interface Connections {
  /** Waits while all connections are in use. The caller must release the connection. */
  connect(): Promise<Connection>;
  /** Breaks all connections, including connections in use. New connections are opened on demand. */
  closeAll(): void;
  /** Returns whether the server responds on an idle connection that is older than request number `since`. */
  isResponding(since: number): Promise<boolean>;
  /** @param callback called with a request's number when that request times out, because other requests may hang too */
  onTimeout(callback: (since: number) => void): void;
  end(): Promise<void>;
  readonly options: object;
}

/** `url` is like `postgres://user:password@host:5432/database`. `queryMsMax`: time limit of a statement; 0 means none. */
export function openConnections(url: string, max: number, queryMsMax = QUERY_MS_MAX): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'overdue',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    idleTimeoutMillis: IDLE_MS_MAX,
    query_timeout: queryMsMax,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS_MAX,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        NUMBERS.has(type) ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // Idle connections report their end at the next request, so the event is ignored.
  const ignore = () => {};
  pool.on('error', ignore);
  const clients = new Set<pg.PoolClient>();
  /** Numbers connections and requests in order of time. */
  let count = 0;
  const madeAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    client.on('error', ignore);
    clients.add(client);
    count += 1;
    madeAt.set(client, count);
  });
  pool.on('remove', (client) => void clients.delete(client));
  let reportSilence = (_since: number): void => {};
  return {
    options: pool.options,
    end: () => pool.end(),
    closeAll() {
      for (const { connection } of clients) connection.stream.destroy();
    },
    async isResponding(since) {
      const idle: pg.PoolClient[] = [];
      try {
        while (pool.idleCount > 0) idle.push(await pool.connect());
        const older = idle.find((client) => (madeAt.get(client) ?? since) < since);
        if (older === undefined) return false;
        await older.query(PROBE);
        return true;
      } catch {
        return false;
      } finally {
        for (const client of idle) client.release();
      }
    },
    onTimeout(callback) {
      reportSilence = callback;
    },
    async connect() {
      try {
        const client = await pool.connect();
        count += 1;
        const since = count;
        return watchConnection(client, () => reportSilence(since));
      } catch (error) {
        // Any error that the server sends while connecting means that the server is unavailable, whatever the error code.
        throw toDatabaseUnavailable(
          error instanceof pg.DatabaseError ? new Error(error.message, { cause: error }) : error,
        );
      }
    },
  };
}

const BEGINS = /^(?:begin|start transaction)/i;
const COMMITS = /^commit/i;
const WRITES = /^\s*(?:insert|update|delete)/i;

/**
 * Wraps a connection. On release, closes the connection if the server ended it, or if an error came from the driver, which leaves
 * the connection's state unknown.
 */
function watchConnection(client: pg.PoolClient, onTimeout: () => void): Connection {
  let isBroken = false;
  let isInTransaction = false;
  function refuse(error: unknown): never {
    isBroken ||= !(error instanceof pg.DatabaseError) || isFatal(error);
    if (error instanceof Error && error.message === TIMEOUT_MESSAGE) onTimeout();
    throw toDatabaseUnavailable(error);
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported.');
    // Refuses queries on a broken connection, where even a rollback would wait behind a hanging commit.
    if (isBroken) return Promise.reject(new DatabaseUnavailable('The connection to PostgreSQL is broken.'));
    return client.query(limited(text, values)).catch(refuse);
  }

  /** Statements within a transaction get the full time limit; commits, and writes outside a transaction, get the short one. */
  function limited(text: string, values: readonly unknown[]): pg.QueryConfig & { query_timeout?: number } {
    const config = { text, values: values.map(withoutNul) };
    if (BEGINS.test(text)) isInTransaction = true;
    const isCommit = COMMITS.test(text);
    const isLimited = isCommit || (!isInTransaction && WRITES.test(text));
    if (isCommit) isInTransaction = false;
    return isLimited ? { ...config, query_timeout: WRITE_MS_MAX } : config;
  }
  return {
    query,
    pipeline: (statements) => runPipeline(client, statements).catch(refuse),
    release: () => client.release(isBroken),
  };
}

/** Replaces NUL, which PostgreSQL's texts can't hold. A search for such a text finds nothing instead of failing. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\u{FFFD}') : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}

/** Returns the database's time, which the clocks of all processes follow. No other query reads this time. */
export async function readDatabaseTime(connections: Connections): Promise<number> {
  const connection = await connections.connect();
  try {
    const [result] = await connection.pipeline([
      { text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000', values: [] },
    ]);
    const at = Number(result?.rows[0]?.[0] ?? Number.NaN);
    if (Number.isNaN(at)) throw new Error('PostgreSQL did not return its time.');
    return at;
  } finally {
    connection.release();
  }
}
