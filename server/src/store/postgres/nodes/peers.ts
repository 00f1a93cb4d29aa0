import { DEAD_AFTER_MS, UNSURE_AFTER_MS } from '../../../domain/node-protocol.ts';
import type { ProgressQuery, QueueProgress } from '../../pings/queue-contract.ts';
import { WouldOvertakePings } from '../../unavailable.ts';
import type { Statement, StatementResult } from '../connection/statement.ts';
import { createLiveness, type StoredReport, storedUntil } from './liveness.ts';

/** Maximum difference between the clocks of processes; clock-discipline.ts corrects larger differences. */
const CLOCK_SKEW_MS_MAX = 250;

/** Run together in this order. Reading the queue last finds pings that a process queues between the two reads. */
export const READ_PEERS: readonly Statement[] = [
  { text: 'SELECT epoch, seen_at, waiting_from, keeps FROM watching_nodes', values: [] },
  { text: 'SELECT at FROM queued_pings ORDER BY at, epoch, ticket LIMIT 1', values: [] },
];

export interface PeersSeen {
  readonly reports: readonly StoredReport[];
  readonly queuedFrom: number | null;
}

export function parsePeers([reports, queue]: readonly (StatementResult | undefined)[]): PeersSeen {
  const first = queue?.rows[0]?.[0];
  return {
    reports: (reports?.rows ?? []).map(parseReport),
    queuedFrom: first === undefined || first === null ? null : Number(first),
  };
}

/** Tracks the other processes by their reports and by this process's own writes. */
export interface Peers {
  /** Records that this process committed a report. `at` is the start of the write. */
  wrote(at: number): void;
  /** Whether a report was committed at most `withinMs` before a time. */
  hasWritten(at: number, withinMs: number): boolean;
  assess(
    reports: readonly StoredReport[],
    at: number,
  ): ReturnType<ReturnType<typeof createLiveness>['assess']>;
  progress(seen: PeersSeen, question: ProgressQuery): QueueProgress;
  /** Throws {@link WouldOvertakePings} if a batch of new pings could overtake older pings. `own`: epoch of this process. */
  refuseOvertaking(seen: PeersSeen, own: string): void;
}

export function createPeers(): Peers {
  const liveness = createLiveness();
  let wroteAt = Number.NEGATIVE_INFINITY;
  /** Reports from before this time don't cover pings that were spooled while this process could not write. */
  let freshFrom = Number.NEGATIVE_INFINITY;
  let aliveSince = Number.POSITIVE_INFINITY;

  function isFresh({ seenAt, unstoredSince }: StoredReport, since: number): boolean {
    const isGone = seenAt < since && unstoredSince === null;
    return seenAt >= freshFrom || isGone;
  }

  return {
    wrote(at) {
      if (Number.isFinite(wroteAt) && Math.abs(at - wroteAt) > UNSURE_AFTER_MS) {
        freshFrom = at + CLOCK_SKEW_MS_MAX;
        aliveSince = wroteAt - DEAD_AFTER_MS;
      }
      wroteAt = at;
    },
    hasWritten: (at, withinMs) => Math.abs(at - wroteAt) <= withinMs,
    assess: (reports, at) => liveness.assess(reports, at, wroteAt),
    progress({ reports, queuedFrom }, question) {
      const { live } = liveness.assess(reports, question.at, wroteAt);
      const others = live.filter(
        ({ epoch, seenAt, unstoredSince, usesSpool }) =>
          !question.own.includes(epoch) &&
          (usesSpool || unstoredSince !== null || seenAt >= question.aliveSince),
      );
      const since = Math.min(aliveSince, question.aliveSince);
      const isSure = Math.abs(question.at - wroteAt) <= UNSURE_AFTER_MS;
      const isClear =
        isSure &&
        queuedFrom === null &&
        others.every((report) => !report.usesSpool && isFresh(report, since));
      return { until: Math.min(question.at, ...others.map(storedUntil)), queuedFrom, isClear };
    },
    refuseOvertaking({ reports, queuedFrom }, own) {
      if (queuedFrom !== null) throw new WouldOvertakePings('spooled');
      for (const report of reports) {
        if (report.epoch === own || liveness.isDead(report)) continue;
        if (report.usesSpool) throw new WouldOvertakePings('spooled');
        if (!isFresh(report, aliveSince)) throw new WouldOvertakePings('unknown');
      }
    },
  };
}

function parseReport([
  epoch,
  seenAt,
  unstoredSince,
  usesSpool,
]: StatementResult['rows'][number]): StoredReport {
  return {
    epoch: epoch ?? '',
    seenAt: Number(seenAt),
    unstoredSince: unstoredSince === null || unstoredSince === undefined ? null : Number(unstoredSince),
    usesSpool: usesSpool === '1',
  };
}
