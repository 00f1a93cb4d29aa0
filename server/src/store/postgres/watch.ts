import { type BlindWindow, extendWatched } from '../../domain/blind-window.ts';
import type { WatchdogStore } from '../store.ts';
import type { Connection, Connections } from './connections.ts';
import { BEGIN, COMMIT, ROLLBACK } from './frame.ts';
import { createLiveness, type Sign, storedUntil } from './liveness.ts';
import type { Answer } from './pipeline.ts';
import type { Statement } from './wire.ts';

type PostgresWatch = Pick<WatchdogStore, 'extendWatch' | 'leaveWatch' | 'horizon' | 'storedElsewhere'>;

/**
 * Until when the service has watched, and what each process that takes pings has stored of them. On the connections of the hot
 * path, since pings and verdicts wait for it.
 */
export function createPostgresWatch(connections: Connections): PostgresWatch {
  const liveness = createLiveness();

  async function connected<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await connections.connect();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  /** The living, and until when somebody has watched. */
  async function look(connection: Connection, at: number) {
    // In this order: who has watched so long has given its sign before.
    const [watched, signs] = await connection.pipeline([READ_WATCHED_UNTIL, READ_SIGNS]);
    const { live, silent } = liveness.look((signs?.rows ?? []).map(parseSign), at);
    if (silent.length > 0) await connection.pipeline(silent.map(forgetSign));
    return { live, watchedUntil: Number(watched?.rows[0]?.[0] ?? at) };
  }

  return {
    extendWatch: (report) =>
      connected(async (connection) => {
        try {
          const answers = await connection.pipeline([
            ...BEGIN,
            lockWatch(report.at),
            saveSign({ ...report, seenAt: report.at }),
          ]);
          const watchedUntil = numberIn(answers[BEGIN.length]);
          const { watchedUntil: until, gap } = extendWatched(watchedUntil, report);
          const opening = gap === null ? [] : [insertWindow(gap, report.at)];
          const [, opened] = await connection.pipeline([saveWatchedUntil(until), ...opening, COMMIT]);
          return gap === null ? null : { id: numberIn(opened), ...gap };
        } catch (error) {
          // Whoever takes the connection next must find it outside a transaction.
          await connection.pipeline([ROLLBACK]).catch(() => undefined);
          throw error;
        }
      }),

    leaveWatch: (epoch) =>
      connected(async (connection) => {
        await connection.pipeline([
          { text: 'DELETE FROM watching_nodes WHERE epoch = $1', values: [epoch] },
          { text: 'DELETE FROM ping_nodes WHERE epoch = $1', values: [epoch] },
        ]);
      }),

    horizon: (at, epoch) =>
      connected(async (connection) => {
        const { live, watchedUntil } = await look(connection, at);
        const others = live.filter((sign) => sign.epoch !== epoch).map(storedUntil);
        return Math.min(at, epoch === null ? watchedUntil : at, ...others);
      }),

    storedElsewhere: ({ at, own, aliveSince }) =>
      connected(async (connection) => {
        const { live } = await look(connection, at);
        const others = live.filter(
          ({ epoch, seenAt, waitingFrom }) =>
            !own.includes(epoch) && (waitingFrom !== null || seenAt >= aliveSince),
        );
        return Math.min(at, ...others.map(storedUntil));
      }),
  };
}

/** Writes what is there: of two processes that come back at the same time, one waits here for the other's window. */
function lockWatch(at: number): Statement {
  return {
    text: `INSERT INTO watch (id, watched_until) VALUES (1, $1::bigint)
      ON CONFLICT (id) DO UPDATE SET id = 1 RETURNING watched_until`,
    values: [String(at)],
  };
}

function saveWatchedUntil(until: number): Statement {
  return { text: 'UPDATE watch SET watched_until = $1::bigint WHERE id = 1', values: [String(until)] };
}

/** The gap of a quick restart hides nothing, so there is nothing to settle. */
function insertWindow({ from, to, isBrief = false }: Omit<BlindWindow, 'id'>, at: number): Statement {
  return {
    text: `INSERT INTO blind_windows (from_at, to_at, is_brief, settled_at)
      VALUES ($1::bigint, $2::bigint, $3::smallint, $4::bigint) RETURNING id`,
    values: [String(from), String(to), isBrief ? '1' : '0', isBrief ? String(at) : null],
  };
}

const READ_WATCHED_UNTIL: Statement = { text: 'SELECT watched_until FROM watch WHERE id = 1', values: [] };
const READ_SIGNS: Statement = { text: 'SELECT epoch, seen_at, waiting_from FROM watching_nodes', values: [] };

function saveSign({ epoch, seenAt, waitingFrom }: Sign): Statement {
  return {
    text: `INSERT INTO watching_nodes (epoch, seen_at, waiting_from) VALUES ($1, $2::bigint, $3::bigint)
      ON CONFLICT (epoch) DO UPDATE SET seen_at = excluded.seen_at, waiting_from = excluded.waiting_from`,
    values: [epoch, String(seenAt), waitingFrom === null ? null : String(waitingFrom)],
  };
}

/** Unless it has come back to life meanwhile. */
function forgetSign({ epoch, seenAt }: Sign): Statement {
  return {
    text: 'DELETE FROM watching_nodes WHERE epoch = $1 AND seen_at = $2::bigint',
    values: [epoch, String(seenAt)],
  };
}

function parseSign([epoch, seenAt, waitingFrom]: Answer['rows'][number]): Sign {
  return {
    epoch: epoch ?? '',
    seenAt: Number(seenAt),
    waitingFrom: waitingFrom === null || waitingFrom === undefined ? null : Number(waitingFrom),
  };
}

function numberIn(answer: Answer | undefined): number {
  const value = answer?.rows[0]?.[0];
  if (typeof value !== 'string') throw new Error('PostgreSQL did not answer with a number.');
  return Number(value);
}
