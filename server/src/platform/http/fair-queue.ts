import type { IncomingMessage } from 'node:http';
import type { ConnectionMetrics } from '../metrics/metrics.ts';
import { createSharedPlaces } from '../runtime/shared-places.ts';
import { type HttpSocket, refuseAndClose } from './refusal.ts';

/**
 * Maximum requests begun in one turn of the event loop. Node accepts one connection in each turn, so the turns must stay short
 * during a flood.
 */
const BEGUN_PER_TURN = 8;
const WAITING_MAX = 10_000;

/**
 * A queue for everything that may wait while pings are received: requests other than pings, and the answers to refused pings.
 * Networks take turns.
 */
export interface FairQueue {
  /**
   * Runs a task for a request: at once if this turn of the event loop has room and nothing waits, otherwise in a later turn. Drops
   * the task if the connection closes first. Closes the connection if too many requests wait.
   */
  enter(request: IncomingMessage, task: () => void): void;
}

interface Waiting {
  readonly socket: HttpSocket;
  readonly task: () => void;
}

export interface FairQueueOptions {
  readonly networkOf: (request: IncomingMessage) => string;
  /** Total number of connections ever accepted from the system. */
  readonly openedCount: () => number;
  readonly metrics: ConnectionMetrics;
}

export function createFairQueue({ networkOf, openedCount, metrics }: FairQueueOptions): FairQueue {
  /** Waiting requests, whose networks share the places. */
  const waiting = createSharedPlaces<Waiting>(WAITING_MAX);
  let begun = 0;
  let opened = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runWaiting);
  }

  function runWaiting(): void {
    isScheduled = false;
    begun = 0;
    // After a new connection, further ones may wait for the next turn.
    const max = openedCount() > opened ? 1 : BEGUN_PER_TURN;
    opened = openedCount();
    while (begun < max) {
      const next = waiting.takeNext();
      if (next === undefined) break;
      if (next.socket.destroyed) continue;
      begun += 1;
      next.task();
    }
    if (begun > 0) schedule();
  }

  return {
    enter(request, task) {
      schedule();
      if (waiting.size === 0 && begun < BEGUN_PER_TURN) {
        begun += 1;
        task();
        return;
      }
      const network = networkOf(request);
      if (waiting.isUsedUp(network)) {
        metrics.closed.crowded.inc();
        refuseAndClose(request.socket, 'crowded');
      } else waiting.add(network, { socket: request.socket, task });
    },
  };
}
