import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { orAway } from './away.ts';
import { type Answer, runPipeline } from './pipeline.ts';
import type { Statement } from './wire.ts';

/** Longer than any statement takes that a node runs while it serves. */
const QUERY_MS_MAX = 30_000;
const CONNECT_MS_MAX = 5000;
const IDLE_MS_MAX = 60_000;
/** Silence after which TCP asks whether the other end is still there: whoever waits for an answer for ever learns that it is not. */
const SILENT_MS_MAX = 10_000;

/** What the driver says when it has waited for an answer for too long. */
const SILENCE = 'Query read timeout';

/** 64-bit integers, and the sums of them, are times and counts: JavaScript's numbers hold them all. */
const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

export interface Connection extends PostgresPoolClient {
  /** All in one round trip. When one fails, those after it are not run. */
  pipeline(statements: readonly Statement[]): Promise<readonly Answer[]>;
}

/** Connections to one database. Whatever says that it is away throws {@link import('../store-away.ts').StoreAway}. */
export interface Connections {
  /** To be released by whoever asked for it. Waits while all are in use. */
  connect(): Promise<Connection>;
  /** Breaks all of them, also those in use. New ones are made as they are needed. */
  hangUp(): void;
  /** @param callback called when an answer did not come in time: on no other connection may one come, either */
  onSilence(callback: () => void): void;
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
  pool.on('connect', (client) => {
    client.on('error', ignore);
    clients.add(client);
  });
  pool.on('remove', (client) => void clients.delete(client));
  let tellSilence = (): void => {};
  return {
    options: pool.options,
    end: () => pool.end(),
    hangUp() {
      for (const { connection } of clients) connection.stream.destroy();
    },
    onSilence(callback) {
      tellSilence = callback;
    },
    async connect() {
      try {
        return watched(await pool.connect(), () => tellSilence());
      } catch (error) {
        // The server's word on a connection is about the server, whatever it is.
        throw orAway(error instanceof pg.DatabaseError ? new Error(error.message, { cause: error }) : error);
      }
    },
  };
}

/** A connection that failed by more than a statement is closed when it is released: nobody knows what it is still at. */
function watched(client: pg.PoolClient, onSilence: () => void): Connection {
  let isBroken = false;
  function refuse(error: unknown): never {
    isBroken ||= !(error instanceof pg.DatabaseError);
    if (error instanceof Error && error.message === SILENCE) onSilence();
    throw orAway(error);
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used.');
    return client.query(text, values.map(withoutNul)).catch(refuse);
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
