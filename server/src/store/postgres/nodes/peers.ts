import type { QueueProgress, StoredElsewhere } from '../../pings/queue-contract.ts';
import { PingsFirst } from '../../unavailable.ts';
import type { Answer, Statement } from '../connection/statement.ts';
import { createLiveness, type Sign, storedUntil } from './liveness.ts';

/**
 * Age of a report above which a process's state is unknown. Reports are written four times a second, so an
 * older one means a hanging write.
 */
const UNSURE_AFTER_MS = 500;
/** Maximum difference between the clocks of processes; clock-discipline.ts corrects larger ones. */
const CLOCKS_MS = 250;
/** A process silent longer than this before an outage counts as dead. */
const SILENT_MS_MAX = 10_000;

/**
 * Run together in this order: the queue is read after the signs, so that no ping is missed on its way between
 * them.
 */
export const READ_PEERS: readonly Statement[] = [
  { text: 'SELECT epoch, seen_at, waiting_from, keeps FROM watching_nodes', values: [] },
  { text: 'SELECT at FROM queued_pings ORDER BY at, epoch, ticket LIMIT 1', values: [] },
];

export interface PeersSeen {
  readonly signs: readonly Sign[];
  readonly queuedFrom: number | null;
}

export function parsePeers([signs, queue]: readonly (Answer | undefined)[]): PeersSeen {
  const first = queue?.rows[0]?.[0];
  return {
    signs: (signs?.rows ?? []).map(parseSign),
    queuedFrom: first === undefined || first === null ? null : Number(first),
  };
}

/** Knowledge of the other processes, from their reports and from this process's own writes. */
export interface Peers {
  /** Records a committed report of this process, by the start of its write. */
  wrote(at: number): void;
  /** Whether a report was committed at most `withinMs` before a time. */
  hasWritten(at: number, withinMs: number): boolean;
  look(signs: readonly Sign[], at: number): ReturnType<ReturnType<typeof createLiveness>['look']>;
  standing(seen: PeersSeen, question: StoredElsewhere): QueueProgress;
  /**
   * Throws {@link PingsFirst} if a batch of new pings could overtake others.
   * @param own epoch of this process
   */
  letPass(seen: PeersSeen, own: string): void;
}

export function createPeers(): Peers {
  const liveness = createLiveness();
  let wroteAt = Number.NEGATIVE_INFINITY;
  /** Older reports don't cover pings that were spooled while this process could not write. */
  let freshFrom = Number.NEGATIVE_INFINITY;
  let aliveSince = Number.POSITIVE_INFINITY;

  function isFresh({ seenAt, waitingFrom }: Sign, since: number): boolean {
    const isGone = seenAt < since && waitingFrom === null;
    return seenAt >= freshFrom || isGone;
  }

  return {
    wrote(at) {
      if (Number.isFinite(wroteAt) && Math.abs(at - wroteAt) > UNSURE_AFTER_MS) {
        freshFrom = at + CLOCKS_MS;
        aliveSince = wroteAt - SILENT_MS_MAX;
      }
      wroteAt = at;
    },
    hasWritten: (at, withinMs) => Math.abs(at - wroteAt) <= withinMs,
    look: (signs, at) => liveness.look(signs, at, wroteAt),
    standing({ signs, queuedFrom }, question) {
      const { live } = liveness.look(signs, question.at, wroteAt);
      const others = live.filter(
        ({ epoch, seenAt, waitingFrom, keeps }) =>
          !question.own.includes(epoch) && (keeps || waitingFrom !== null || seenAt >= question.aliveSince),
      );
      const since = Math.min(aliveSince, question.aliveSince);
      const isSure = Math.abs(question.at - wroteAt) <= UNSURE_AFTER_MS;
      const isClear =
        isSure && queuedFrom === null && others.every((sign) => !sign.keeps && isFresh(sign, since));
      return { until: Math.min(question.at, ...others.map(storedUntil)), queuedFrom, isClear };
    },
    letPass({ signs, queuedFrom }, own) {
      if (queuedFrom !== null) throw new PingsFirst('kept');
      for (const sign of signs) {
        if (sign.epoch === own || liveness.isDead(sign)) continue;
        if (sign.keeps) throw new PingsFirst('kept');
        if (!isFresh(sign, aliveSince)) throw new PingsFirst('unknown');
      }
    },
  };
}

function parseSign([epoch, seenAt, waitingFrom, keeps]: Answer['rows'][number]): Sign {
  return {
    epoch: epoch ?? '',
    seenAt: Number(seenAt),
    waitingFrom: waitingFrom === null || waitingFrom === undefined ? null : Number(waitingFrom),
    keeps: keeps === '1',
  };
}
