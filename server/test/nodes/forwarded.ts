import { onTestFinished } from 'vitest';
import { type Reaction, type Received, type Receiver, startReceiver } from '../notify/receiver.ts';
import type { Nodes, NodesMonitor } from './nodes.ts';

/** Maximum pings that a killed node may have forwarded without saving its progress. */
const UNSAVED_MAX = 10;

/** Monitors that forward their pings to a receiver, each to a different path. */
export interface ForwardingMonitors {
  readonly receiver: Receiver;
  readonly monitors: readonly NodesMonitor[];
  /** Returns the requests that the receiver got for a monitor, oldest first. */
  receivedOf(monitor: NodesMonitor): readonly Received[];
  /**
   * Returns faults in the forwarded pings. There are none if every stored ping arrived once, in order. After each kill,
   * the next node may repeat the last pings of a monitor.
   */
  findFaults(kills?: number): Promise<readonly string[]>;
}

export async function openForwardingMonitors(nodes: Nodes, count: number): Promise<ForwardingMonitors> {
  const [node] = nodes.all;
  if (node === undefined) throw new Error('No node was started.');
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const monitors = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      node.createMonitor({ forwardTo: `${receiver.origin}/target-${index}` }),
    ),
  );
  const receivedOf = (monitor: NodesMonitor) => {
    const target = `/target-${monitors.indexOf(monitor)}`;
    return receiver.received.filter(({ path }) => pathOf(path) === target);
  };
  return {
    receiver,
    monitors,
    receivedOf,
    async findFaults(kills = 0) {
      const rows = await nodes.query(
        'SELECT m.short_id, e.run_id FROM events e JOIN monitors m ON m.id = e.monitor_id ORDER BY e.monitor_id, e.number',
      );
      return monitors.flatMap((monitor) => {
        const stored = rows.filter((row) => row.short_id === monitor.shortID).map((row) => `${row.run_id}`);
        const faults = compare(stored, receivedOf(monitor).map(ridOf), kills);
        return faults.map((fault) => `${monitor.shortID}: ${fault}`);
      });
    },
  };
}

/** Compares the rids of stored pings with the rids of forwarded pings. */
function compare(stored: readonly string[], forwarded: readonly string[], kills: number): readonly string[] {
  const faults: string[] = [];
  let furthest = -1;
  let last = -1;
  let repeats = 0;
  for (const rid of forwarded) {
    const position = stored.indexOf(rid);
    const isRepeat = position <= furthest && position > furthest - UNSAVED_MAX;
    if (position !== last + 1) {
      if (isRepeat) repeats += 1;
      else faults.push(`ping ${position} arrived after ping ${last}.`);
    }
    last = position;
    furthest = Math.max(furthest, position);
  }
  if (repeats > kills) faults.push(`pings were repeated ${repeats} times after ${kills} kills.`);
  if (furthest !== stored.length - 1)
    faults.push(`${stored.length - 1 - furthest} of ${stored.length} pings did not arrive.`);
  return faults;
}

/**
 * Returns a reaction that answers the first `count` requests for each path immediately, and later requests only after `release`.
 */
export function holdAfter(count: number): {
  readonly reaction: (request: Received) => Reaction | Promise<Reaction>;
  readonly release: () => void;
} {
  const answered = new Map<string, number>();
  const { promise, resolve } = Promise.withResolvers<Reaction>();
  return {
    reaction({ path }) {
      const target = pathOf(path);
      const before = answered.get(target) ?? 0;
      answered.set(target, before + 1);
      return before < count ? { status: 200 } : promise;
    },
    release: () => resolve({ status: 200 }),
  };
}

function pathOf(path: string): string {
  return new URL(path, 'http://target').pathname;
}

function ridOf({ path }: Received): string {
  return new URL(path, 'http://target').searchParams.get('rid') ?? '';
}
