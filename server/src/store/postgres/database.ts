import { Kysely, PostgresDialect } from 'kysely';
import type { Schema } from '../schema.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { type Connections, openConnections } from './connection/connections.ts';

/** For pings and verdicts: few, so that many pings share a batch, and no slow list stands in their way. */
const HOT_CONNECTIONS_MAX = 6;
/** How long their answers are awaited. Pings go to the spool before, see ingest/detour.ts. */
const HOT_QUERY_MS_MAX = 5000;
/** For all else. */
const CONNECTIONS_MAX = 8;

/** A node's connections: at most so many of them, however much it is asked. */
export interface PostgresDatabase {
  readonly hot: Connections;
  /** On connections of their own. */
  readonly kysely: Kysely<Schema>;
  /** Lets connections be used from now on. Before, whoever asks for one is told that the database is away. */
  admit(): void;
  close(): Promise<void>;
}

/** Connects when first asked something. No session keeps anything that PgBouncer would lose between two transactions. */
export function openDatabase(url: string): PostgresDatabase {
  const hot = openConnections(url, HOT_CONNECTIONS_MAX, HOT_QUERY_MS_MAX);
  const others = openConnections(url, CONNECTIONS_MAX);
  // A machine that has lost its power breaks no connection: each of them would be waited for, one after the other. While the
  // server answers elsewhere, as when only its commits hang, the other connections go on.
  let isAsking = false;
  async function hangUpIfSilent(connections: Connections, since: number): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const isAnswering = await connections.isAnswering(since);
    isAsking = false;
    if (isAnswering) return;
    hot.hangUp();
    others.hangUp();
  }
  for (const connections of [hot, others])
    connections.onSilence((since) => void hangUpIfSilent(connections, since));
  let isAdmitted = false;
  const barred = (connections: Connections): Connections => ({
    ...connections,
    async connect() {
      if (!isAdmitted)
        throw new DatabaseUnavailable('PostgreSQL has not been reached yet since this process started.');
      return connections.connect();
    },
  });
  return {
    hot: barred(hot),
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: barred(others) }) }),
    admit() {
      isAdmitted = true;
    },
    async close() {
      await Promise.all([hot.end(), others.end()]);
    },
  };
}

/** One connection without a time limit: a change to a large table, or a look at all of it, takes its time. */
export function openUnhurried(url: string): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openConnections(url, 1, 0) }) });
}
