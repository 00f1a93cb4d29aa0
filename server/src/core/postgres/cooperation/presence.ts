import {
  type BlindWindow,
  boundChain,
  extendWatched,
  type WatchedTime,
} from '@overdue/domain/blind-window.ts';
import { NODE_PRESENCE_EVERY_MS } from '@overdue/domain/node-protocol.ts';
import type { Connection, Connections } from '../../../database/postgres/connections.ts';
import type { Statement, StatementResult } from '../../../database/postgres/statement.ts';
import { BEGIN, COMMIT, ROLLBACK } from '../../../database/postgres/transaction-statements.ts';
import { DatabaseUnavailable } from '../../../database/unavailable.ts';
import type { NodePresence, ProgressQuery, QueueProgress, WatchdogStore } from '../../contract.ts';
import { briefCode, GAPS_KEPT } from '../../presence/queries.ts';
import { readNewestOf, readWindows } from '../blind-windows.ts';
import { type SeenNode, storedUntil } from './liveness.ts';
import { type Peers, parsePeers, presenceValues, READ_PEERS } from './peers.ts';

interface PostgresPresence
  extends Pick<WatchdogStore, 'recordPresence' | 'recordGap' | 'forgetNode' | 'readHorizon'> {
  readQueueProgress(question: ProgressQuery): Promise<QueueProgress>;
}

/**
 * How far, in milliseconds, "watched until" may lag behind before a node updates it. Small lags are ignored, so that nodes don't
 * wait for each other.
 */
const NEW_MS = 20;
/** Minimum interval between test writes of a node that accepts no pings. */
const PROVE_EVERY_MS = NODE_PRESENCE_EVERY_MS;
/** Maximum number of re-reads of "watched until" after concurrent changes. */
const ATTEMPTS_MAX = 100;

/**
 * Records how long the service has watched and which pings are stored, on the connections of the hot path. First writes the
 * node's own row in `watching_nodes`, in a separate transaction, so that nodes don't wait for each other's commits.
 */
export function createPostgresPresence(connections: Connections, peers: Peers): PostgresPresence {
  /** Epochs that have recorded their presence through this store before. Only these nodes can find a gap that a stall caused. */
  const recordedEpochs = new Set<string>();

  async function connected<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await connections.connect();
    try {
      return await work(connection);
    } catch (error) {
      // The next user of the connection must find no open transaction.
      await connection.pipeline([ROLLBACK]).catch(() => undefined);
      throw error;
    } finally {
      connection.release();
    }
  }

  async function readProgress(connection: Connection, at: number) {
    await proveWriting(connection, at);
    // Reads the watched time before the peers, because a node records its presence before it extends the watched time.
    const [watched, ...rest] = await connection.pipeline([READ_WATCHED_UNTIL, ...READ_PEERS]);
    const seen = parsePeers(rest);
    const { live, silent } = peers.assess(seen.nodes, at);
    if (silent.length > 0) await connection.pipeline(silent.map(deletePresence));
    return { live, queuedFrom: seen.queuedFrom, watchedUntil: Number(watched?.rows[0]?.[0] ?? at) };
  }

  /**
   * Throws unless all other live nodes have recorded their presence. Runs before a gap is stored, because a stalled node may be
   * the first to write after commits hung.
   */
  async function requireOtherNodes(
    connection: Connection,
    { epoch, since, at }: NodePresence,
  ): Promise<void> {
    const { nodes } = parsePeers(await connection.pipeline(READ_PEERS));
    const { live } = peers.assess(nodes, at);
    if (live.some((other) => other.epoch !== epoch && other.seenAt < since))
      throw new DatabaseUnavailable('Waiting until all other live nodes have recorded their presence.');
  }

  /** Commits a write that changes no row, to prove that PostgreSQL accepts writes. Only then may a silent node count as dead. */
  async function proveWriting(connection: Connection, at: number): Promise<void> {
    if (recordedEpochs.size > 0 || peers.hasWritten(at, PROVE_EVERY_MS)) return;
    await connection.pipeline([...BEGIN, WRITE_NOTHING, COMMIT]);
    peers.wrote(at);
  }

  return {
    async recordPresence(presence) {
      const { epoch, at, unstoredSince, usesSpool = false, isPast = false } = presence;
      return connected(async (connection) => {
        const saving = savePresence({ epoch, seenAt: at, unstoredSince, usesSpool });
        await connection.pipeline([...BEGIN, saving, COMMIT]);
        const isFirst = !recordedEpochs.has(epoch);
        recordedEpochs.add(epoch);
        if (!isPast) peers.wrote(at);
        return extend(connection, presence, () =>
          isFirst ? Promise.resolve() : requireOtherNodes(connection, presence),
        );
      });
    },

    recordGap: (noticed, at) =>
      connected(async (connection) => {
        const gap = await boundRecordedChain(connection, noticed);
        const results = await connection.pipeline([
          ...BEGIN,
          LOCK_WATCH,
          insertGap(gap, at),
          FORGET_GAPS,
          COMMIT,
        ]);
        return { id: numberIn(results[BEGIN.length + 1]), ...gap };
      }),

    forgetNode: (epoch) =>
      connected(async (connection) => {
        await connection.pipeline([
          { text: 'DELETE FROM watching_nodes WHERE epoch = $1', values: [epoch] },
          { text: 'DELETE FROM ping_nodes WHERE epoch = $1', values: [epoch] },
        ]);
      }),

    readHorizon: (at, epoch, others = 'live') =>
      connected(async (connection) => {
        const { live, queuedFrom, watchedUntil } = await readProgress(connection, at);
        const counted = live.filter(
          (node) => node.epoch !== epoch && (others === 'live' || node.unstoredSince !== null),
        );
        const ownUntil = epoch === null ? watchedUntil : at;
        return Math.min(at, queuedFrom ?? at, ownUntil, ...counted.map(storedUntil));
      }),

    readQueueProgress: (question) =>
      connected(async (connection) =>
        peers.progress(parsePeers(await connection.pipeline(READ_PEERS)), question),
      ),
  };
}

/**
 * Extends the watched time, and returns the new blind window, if any. If two nodes resume at the same time, the second waits in
 * {@link moveWatched} until the first has recorded the window.
 */
async function extend(
  connection: Connection,
  watched: WatchedTime,
  beforeGap: () => Promise<void>,
): Promise<BlindWindow | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const [made, found] = await connection.pipeline([makeWatch(watched.at), READ_WATCHED_UNTIL]);
    if (made === undefined || found === undefined) break;
    const before = numberIn(found);
    const extended = extendWatched(before, watched);
    const { watchedUntil } = extended;
    const gap = extended.gap === null ? null : await boundRecordedChain(connection, extended.gap);
    const isNew = watchedUntil >= before && watchedUntil - before < NEW_MS;
    if (gap === null && isNew) return null;
    if (gap !== null) await beforeGap();
    const results = await connection.pipeline([
      ...BEGIN,
      moveWatched(watched, [before, watchedUntil], gap),
      COMMIT,
    ]);
    const [moved, opened] = results[BEGIN.length]?.rows[0] ?? [];
    if (Number(moved) === 0) continue;
    return gap === null ? null : { id: Number(opened), ...gap };
  }
  throw new Error('Other nodes changed "watched until" at every attempt.');
}

/** Returns the gap to record after the gaps that any node has recorded: see {@link boundChain}. */
async function boundRecordedChain(
  connection: Connection,
  gap: Omit<BlindWindow, 'id'>,
): Promise<Omit<BlindWindow, 'id'>> {
  if (gap.brief !== 'restart') return gap;
  const [newest] = await connection.pipeline([readNewestOf(gap.teamID ?? null)]);
  return boundChain(gap, readWindows(newest).reverse());
}

function makeWatch(at: number): Statement {
  return {
    text: 'INSERT INTO watch (id, watched_until) SELECT 1, $1::bigint WHERE NOT EXISTS (SELECT FROM watch) ON CONFLICT (id) DO NOTHING',
    values: [String(at)],
  };
}

/**
 * Extends the watched time unless another node changed the row, and inserts the gap as a window. The result has the number of
 * changed rows and the ID of the window. A brief gap counts as settled.
 */
function moveWatched(
  watched: WatchedTime,
  [before, until]: readonly [number, number],
  gap: Omit<BlindWindow, 'id'> | null,
): Statement {
  return {
    text: `WITH moved AS (
        UPDATE watch SET watched_until = $2::bigint WHERE id = 1 AND watched_until = $1::bigint RETURNING id
      ), opened AS (
        INSERT INTO blind_windows (from_at, to_at, brief, settled_at)
        SELECT $3::bigint, $4::bigint, $5::smallint, $6::bigint FROM moved WHERE $3::bigint IS NOT NULL RETURNING id
      ) SELECT (SELECT count(*) FROM moved), (SELECT id FROM opened)`,
    values: [
      String(before),
      String(until),
      gap === null ? null : String(gap.from),
      gap === null ? null : String(gap.to),
      String(briefCode(gap?.brief)),
      gap?.brief === undefined ? null : String(watched.at),
    ],
  };
}

/** Serializes new windows, so that their IDs become visible in ascending order: see `blind-windows.ts`. */
const LOCK_WATCH: Statement = { text: 'SELECT id FROM watch WHERE id = 1 FOR UPDATE', values: [] };

/** Deletes old stalls and old gaps of teams, because a client may be able to cause any number of them. */
const FORGET_GAPS: Statement = {
  text: `DELETE FROM blind_windows WHERE (brief = 2 OR team_id IS NOT NULL) AND settled_at IS NOT NULL
    AND id <= (SELECT max(id) FROM blind_windows) - ${GAPS_KEPT}
    AND NOT EXISTS (SELECT FROM runs WHERE runs.blind_window_id = blind_windows.id)`,
  values: [],
};

function insertGap({ from, to, brief, teamID }: Omit<BlindWindow, 'id'>, at: number): Statement {
  const settledAt = brief === undefined ? null : String(at);
  return {
    text: 'INSERT INTO blind_windows (from_at, to_at, brief, settled_at, team_id) VALUES ($1::bigint, $2::bigint, $3::smallint, $4::bigint, $5) RETURNING id',
    values: [String(from), String(to), String(briefCode(brief)), settledAt, teamID ?? null],
  };
}

const READ_WATCHED_UNTIL: Statement = { text: 'SELECT watched_until FROM watch WHERE id = 1', values: [] };
/** Writes a message to the log that standbys follow, so that the commit waits for the standbys. */
const WRITE_NOTHING: Statement = { text: "SELECT pg_logical_emit_message(true, 'overdue', '')", values: [] };

function savePresence(node: SeenNode): Statement {
  return {
    text: `INSERT INTO watching_nodes (epoch, seen_at, waiting_from, uses_spool) VALUES ($1, $2::bigint, $3::bigint, $4::bigint)
      ON CONFLICT (epoch) DO UPDATE SET seen_at = excluded.seen_at, waiting_from = excluded.waiting_from, uses_spool = excluded.uses_spool`,
    values: presenceValues(node),
  };
}

/** Deletes the presence of a node unless the node has recorded a newer presence. */
function deletePresence({ epoch, seenAt }: { readonly epoch: string; readonly seenAt: number }): Statement {
  return {
    text: 'DELETE FROM watching_nodes WHERE epoch = $1 AND seen_at = $2::bigint',
    values: [epoch, String(seenAt)],
  };
}

function numberIn(result: StatementResult | undefined): number {
  const value = result?.rows[0]?.[0];
  if (typeof value !== 'string') throw new Error('PostgreSQL did not return a number.');
  return Number(value);
}
