import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from '../../unavailable.ts';
import { runPipeline } from './pipeline.ts';
import type { Answer, Statement } from './statement.ts';
import { orAway } from './unavailable.ts';

/** Longer than any statement takes that a node runs while it serves. */
const QUERY_MS_MAX = 30_000;
const CONNECT_MS_MAX = 5000;
const IDLE_MS_MAX = 60_000;
/** How long a write is awaited: its commit hangs while the server waits for a standby that is away. */
const WRITE_MS_MAX = 5000;
/** How long an answer is awaited that says whether the server is there at all. */
const PROBE_MS_MAX = 1000;
/** Silence after which TCP asks whether the other end is still there: whoever waits for an answer for ever learns that it is not. */
const SILENT_MS_MAX = 10_000;

/** What the driver says when it has waited for an answer for too long. */
const SILENCE = 'Query read timeout';

/** The driver reads the limit of a single query, which its types leave out. */
const PROBE: pg.QueryConfig & { readonly query_timeout: number } = {
  text: 'SELECT 1',
  query_timeout: PROBE_MS_MAX,
};

/** 64-bit integers, and the sums of them, are times and counts: JavaScript's numbers hold them all. */
const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

export interface Connection extends PostgresPoolClient {
  /** All in one round trip. When one fails, those after it are not run. */
  pipeline(statements: readonly Statement[]): Promise<readonly Answer[]>;
}

/** Connections to one database. Whatever says that it is away throws {@link import('../../unavailable.ts').DatabaseUnavailable}. */
export interface Connections {
  /** To be released by whoever asked for it. Waits while all are in use. */
  connect(): Promise<Connection>;
  /** Breaks all of them, also those in use. New ones are made as they are needed. */
  hangUp(): void;
  /** Whether the server answers on a connection that is not in use, and is older than a request. */
  isAnswering(since: number): Promise<boolean>;
  /** @param callback called when an answer did not come in time, with the number of the request: others may not come, either */
  onSilence(callback: (since: number) => void): void;
  end(): Promise<void>;
  readonly options: object;
}

/**
 * @param url as PostgreSQL's own tools read it: `postgres://user:password@host:5432/database`
 * @param queryMsMax for how long a statement's answer is awaited; 0 is for ever
 */
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
  // A connection that dies tells whoever waits for its answer. The others learn it when they ask.
  const ignore = () => {};
  pool.on('error', ignore);
  const clients = new Set<pg.PoolClient>();
  /** Counts connections and requests, so that it can be told which came first. */
  let count = 0;
  const madeAt = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    client.on('error', ignore);
    clients.add(client);
    count += 1;
    madeAt.set(client, count);
  });
  pool.on('remove', (client) => void clients.delete(client));
  let tellSilence = (_since: number): void => {};
  return {
    options: pool.options,
    end: () => pool.end(),
    hangUp() {
      for (const { connection } of clients) connection.stream.destroy();
    },
    async isAnswering(since) {
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
    onSilence(callback) {
      tellSilence = callback;
    },
    async connect() {
      try {
        const client = await pool.connect();
        count += 1;
        const since = count;
        return watched(client, () => tellSilence(since));
      } catch (error) {
        // The server's word on a connection is about the server, whatever it is.
        throw orAway(error instanceof pg.DatabaseError ? new Error(error.message, { cause: error }) : error);
      }
    },
  };
}

const BEGINS = /^(?:begin|start transaction)/i;
const COMMITS = /^commit/i;
const WRITES = /^\s*(?:insert|update|delete)/i;

/** A connection that failed by more than a statement is closed when it is released: nobody knows what it is still at. */
function watched(client: pg.PoolClient, onSilence: () => void): Connection {
  let isBroken = false;
  let isInTransaction = false;
  function refuse(error: unknown): never {
    isBroken ||= !(error instanceof pg.DatabaseError);
    if (error instanceof Error && error.message === SILENCE) onSilence();
    throw orAway(error);
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used.');
    // A rollback would wait behind the commit that hangs.
    if (isBroken) return Promise.reject(new DatabaseUnavailable('The connection to PostgreSQL is broken.'));
    return client.query(limited(text, values)).catch(refuse);
  }

  /** Statements of a transaction may take their time; its commit, or a write outside a transaction, may not. */
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

/** PostgreSQL's texts hold no NUL, and none is looked for in them: what has one is not found, rather than an error. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\u{FFFD}') : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}
