import type { IncomingMessage } from 'node:http';
import { type HttpSocket, refuseAndClose } from './refusal.ts';

/**
 * Maximum requests begun in one turn of the event loop. Node accepts one connection in each turn, so the turns must stay short
 * during a flood.
 */
const BEGUN_PER_TURN = 8;
const WAITING_MAX = 10_000;
/** A network is refused while it holds at least this many times what is left. So one network alone can hold nine tenths. */
const REFUSED_AT_TIMES_LEFT = 9;

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
}

export function createFairQueue({ networkOf, openedCount }: FairQueueOptions): FairQueue {
  /** Waiting requests by network. The network that waits for its turn longest comes first. */
  const networks = new Map<string, Waiting[]>();
  let waiting = 0;
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
    while (begun < max && waiting > 0) {
      const { socket, task } = takeNext();
      if (socket.destroyed) continue;
      begun += 1;
      task();
    }
    if (begun > 0) schedule();
  }

  function takeNext(): Waiting {
    for (const [network, queue] of networks) {
      networks.delete(network);
      const next = queue.shift();
      if (next === undefined) continue;
      if (queue.length > 0) networks.set(network, queue);
      waiting -= 1;
      return next;
    }
    throw new Error('No request waits.');
  }

  return {
    enter(request, task) {
      schedule();
      if (waiting === 0 && begun < BEGUN_PER_TURN) {
        begun += 1;
        task();
        return;
      }
      const network = networkOf(request);
      const queue = networks.get(network) ?? [];
      if (queue.length >= REFUSED_AT_TIMES_LEFT * (WAITING_MAX - waiting)) {
        refuseAndClose(request.socket, 'crowded');
        return;
      }
      queue.push({ socket: request.socket, task });
      networks.set(network, queue);
      waiting += 1;
    },
  };
}
