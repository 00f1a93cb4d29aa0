import { NODE_DEAD_AFTER_MS, WRITES_UNSURE_AFTER_MS } from '@overdue/domain/node-protocol.ts';
import type { Statement, StatementResult } from '../../../database/postgres/statement.ts';
import { WouldOvertakePings } from '../../../database/unavailable.ts';
import type { ProgressQuery, QueueProgress } from '../../contract.ts';
import { createLiveness, type SeenNode, storedUntil } from './liveness.ts';

/** Maximum difference between the clocks of nodes; clock-discipline.ts corrects larger differences. */
const CLOCK_SKEW_MS_MAX = 250;

/** Run together in this order. Reading the queue last finds pings that a node queues between the two reads. */
export const READ_PEERS: readonly Statement[] = [
  { text: 'SELECT epoch, seen_at, waiting_from, uses_spool FROM watching_nodes', values: [] },
  { text: 'SELECT at FROM queued_pings ORDER BY at, epoch, ticket LIMIT 1', values: [] },
];

export interface PeersSeen {
  readonly nodes: readonly SeenNode[];
  readonly queuedFrom: number | null;
}

export function parsePeers([nodes, queue]: readonly (StatementResult | undefined)[]): PeersSeen {
  const first = queue?.rows[0]?.[0];
  return {
    nodes: (nodes?.rows ?? []).map(parsePresence),
    queuedFrom: first === undefined || first === null ? null : Number(first),
  };
}

/** Tracks the other nodes by their recorded presence and by this node's own writes. */
export interface Peers {
  /** Records that this node committed its presence. `at` is the start of the write. */
  wrote(at: number): void;
  /** Whether this node's presence was committed at most `withinMs` before a time. */
  hasWritten(at: number, withinMs: number): boolean;
  assess(nodes: readonly SeenNode[], at: number): ReturnType<ReturnType<typeof createLiveness>['assess']>;
  progress(seen: PeersSeen, question: ProgressQuery): QueueProgress;
  /** Throws {@link WouldOvertakePings} if a batch of new pings could overtake older pings. `own`: epoch of this node. */
  refuseOvertaking(seen: PeersSeen, own: string): void;
}

export function createPeers(): Peers {
  const liveness = createLiveness();
  let wroteAt = Number.NEGATIVE_INFINITY;
  /** A presence from before this time doesn't cover pings that were spooled while this node could not write. */
  let freshFrom = Number.NEGATIVE_INFINITY;
  let nodesAliveFrom = Number.POSITIVE_INFINITY;

  function isFresh({ seenAt, unstoredSince }: SeenNode, since: number): boolean {
    const isGone = seenAt < since && unstoredSince === null;
    return seenAt >= freshFrom || isGone;
  }

  return {
    wrote(at) {
      if (Number.isFinite(wroteAt) && Math.abs(at - wroteAt) > WRITES_UNSURE_AFTER_MS) {
        freshFrom = at + CLOCK_SKEW_MS_MAX;
        nodesAliveFrom = wroteAt - NODE_DEAD_AFTER_MS;
      }
      wroteAt = at;
    },
    hasWritten: (at, withinMs) => Math.abs(at - wroteAt) <= withinMs,
    assess: (nodes, at) => liveness.assess(nodes, at, wroteAt),
    progress({ nodes, queuedFrom }, question) {
      const { live } = liveness.assess(nodes, question.at, wroteAt);
      const since = Math.min(nodesAliveFrom, question.nodesAliveFrom);
      const others = live.filter(
        (node) =>
          !question.own.includes(node.epoch) &&
          // A node that `refuseOvertaking` does not trust may have spooled pings. If it were ignored here, new pings would be
          // refused and released in turn, without an end.
          (node.usesSpool ||
            node.unstoredSince !== null ||
            node.seenAt >= question.nodesAliveFrom ||
            !isFresh(node, since)),
      );
      const isSure = Math.abs(question.at - wroteAt) <= WRITES_UNSURE_AFTER_MS;
      const isClear =
        isSure && queuedFrom === null && others.every((node) => !node.usesSpool && isFresh(node, since));
      return { until: Math.min(question.at, ...others.map(storedUntil)), queuedFrom, isClear };
    },
    refuseOvertaking({ nodes, queuedFrom }, own) {
      if (queuedFrom !== null) throw new WouldOvertakePings('spooled');
      for (const node of nodes) {
        if (node.epoch === own || liveness.isDead(node)) continue;
        if (node.usesSpool) throw new WouldOvertakePings('spooled');
        if (!isFresh(node, nodesAliveFrom)) throw new WouldOvertakePings('unknown');
      }
    },
  };
}

/** Returns the values of the columns `epoch`, `seen_at`, `waiting_from` and `uses_spool`. */
export function presenceValues({
  epoch,
  seenAt,
  unstoredSince,
  usesSpool,
}: SeenNode): readonly (string | null)[] {
  return [
    epoch,
    String(seenAt),
    unstoredSince === null ? null : String(unstoredSince),
    usesSpool ? '1' : '0',
  ];
}

function parsePresence([epoch, seenAt, waiting, usesSpool]: StatementResult['rows'][number]): SeenNode {
  return {
    epoch: epoch ?? '',
    seenAt: Number(seenAt),
    unstoredSince: waiting === null || waiting === undefined ? null : Number(waiting),
    usesSpool: usesSpool === '1',
  };
}
