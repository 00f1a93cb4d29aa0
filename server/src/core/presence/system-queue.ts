import { readFileSync } from 'node:fs';
import type { Connections } from '../../platform/http/connections.ts';
import { BACKLOG } from '../../platform/http/listening.ts';
import { yieldToPings } from '../../platform/runtime/yield-to-pings.ts';

/** Maximum event loop turns for which the service accepts connections after a stall. */
const ACCEPTING_TURNS_MAX = 200;
/**
 * Event loop turns after the last new connection. A request that was queued is read in the first of them; its ping is submitted in
 * the same turn, or a few turns later if its monitor is looked up.
 */
const READING_TURNS = 10;
/** Turns that are enough if each of them takes long, because a look-up ends within one. */
const READING_TURNS_MIN = 3;
/**
 * Time after which the service waits for no further new connections, and reads only for the minimum of turns. The first turns
 * accept all connections of the stall; without this limit, clients that keep connecting would prolong it.
 */
const READING_MS_MAX = 250;
/** Queue length of systems that don't tell their limit. */
const QUEUE_DEFAULT = 128;

/** The connections that the system has accepted for the service, but the service has not read yet. */
export interface SystemQueue {
  /** Sets the connections. Until this call, the queue is empty. */
  attach(connections: Pick<Connections, 'openedCount'>): void;
  /** Remembers that the service keeps up with the queue. */
  mark(): void;
  /**
   * Reads all queued connections. Other events of the process continue meanwhile. Resolves with false if the queue may have been
   * full since the last mark, because the system then dropped connections.
   */
  read(): Promise<boolean>;
}

export function createSystemQueue(monotonic: () => number, lengthMax = queueLimit()): SystemQueue {
  let openedCount = (): number => 0;
  let marked = 0;
  return {
    attach(connections) {
      openedCount = connections.openedCount;
      marked = openedCount();
    },
    mark() {
      marked = openedCount();
    },
    async read() {
      const endAt = monotonic() + READING_MS_MAX;
      // The first turn accepts everything that was queued.
      await yieldToPings();
      await yieldToPings();
      const hasRoom = openedCount() - marked < lengthMax;
      let before = openedCount() - 1;
      for (let turn = 0; turn < ACCEPTING_TURNS_MAX && openedCount() > before; turn += 1) {
        if (monotonic() > endAt) break;
        before = openedCount();
        await yieldToPings();
      }
      for (let turn = 0; turn < READING_TURNS; turn += 1) {
        if (turn >= READING_TURNS_MIN && monotonic() > endAt) break;
        await yieldToPings();
      }
      return hasRoom;
    },
  };
}

/** Returns how many connections the system queues for the service: the lower of the service's and the system's limit. */
function queueLimit(): number {
  try {
    const systemLimit = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
    return Math.min(BACKLOG, systemLimit > 0 ? systemLimit : QUEUE_DEFAULT);
  } catch {
    return QUEUE_DEFAULT;
  }
}
