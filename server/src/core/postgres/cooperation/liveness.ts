import { NODE_DEAD_AFTER_MS } from '@overdue/domain/node-protocol.ts';

/**
 * Maximum pause between two checks. After a longer pause, this node or the database was stalled, so the silence of other
 * nodes proves nothing.
 */
const ABSENT_AFTER_MS = 5000;
/** Time without a committed write after which the asking node assumes that no node can write. */
const UNWRITTEN_MS_MAX = 2000;

export interface SeenNode {
  readonly epoch: string;
  readonly seenAt: number;
  /** Arrival time of the node's oldest ping that is neither applied nor in the shared queue; null if the node has no such ping. */
  readonly unstoredSince: number | null;
  readonly usesSpool: boolean;
}

interface Progress {
  readonly node: SeenNode;
  /** Time at which the asking node first saw `node` in this state. */
  readonly sinceAt: number;
}

export interface Liveness {
  /**
   * Returns the live nodes, and the dead nodes that have also stopped recording their presence (`silent`). `wroteAt`: start of this
   * node's last write.
   */
  assess(
    nodes: readonly SeenNode[],
    at: number,
    wroteAt: number,
  ): { readonly live: readonly SeenNode[]; readonly silent: readonly SeenNode[] };
  /** Whether a node was dead at the last check and has made no progress after the check. */
  isDead(node: SeenNode): boolean;
}

/** Returns the time up to which the node has stored the pings that it accepted. */
export function storedUntil({ seenAt, unstoredSince }: SeenNode): number {
  return Math.min(seenAt, unstoredSince ?? seenAt);
}

/**
 * Tracks how long each node has made no progress. Uses the asking node's clock, so that clocks need not agree. Silence counts
 * only while the asking node itself can write, because commits may hang while reads work. The count therefore restarts after a
 * time in which the asking node could not write, was stalled, or did not ask.
 */
export function createLiveness(): Liveness {
  let progressByEpoch: ReadonlyMap<string, Progress> = new Map();
  let assessedAt = Number.NEGATIVE_INFINITY;

  function progress(node: SeenNode, at: number): Progress {
    const before = progressByEpoch.get(node.epoch);
    return before === undefined || storedUntil(before.node) !== storedUntil(node)
      ? { node, sinceAt: at }
      : before;
  }

  function isDeadAt({ epoch }: SeenNode, at: number): boolean {
    return at - (progressByEpoch.get(epoch)?.sinceAt ?? at) > NODE_DEAD_AFTER_MS;
  }

  return {
    assess(nodes, at, wroteAt) {
      const wasAbsent = Math.abs(at - assessedAt) > ABSENT_AFTER_MS;
      const couldNotWrite = Math.abs(at - wroteAt) > UNWRITTEN_MS_MAX;
      if (wasAbsent || couldNotWrite) progressByEpoch = new Map();
      assessedAt = at;
      progressByEpoch = new Map(nodes.map((node) => [node.epoch, progress(node, at)]));
      return {
        live: nodes.filter((node) => !isDeadAt(node, at)),
        silent: nodes.filter(
          (node) => isDeadAt(node, at) && progressByEpoch.get(node.epoch)?.node.seenAt === node.seenAt,
        ),
      };
    },
    isDead(node) {
      const last = progressByEpoch.get(node.epoch);
      return last !== undefined && isDeadAt(node, assessedAt) && storedUntil(last.node) === storedUntil(node);
    },
  };
}
