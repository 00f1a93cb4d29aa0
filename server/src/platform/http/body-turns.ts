import type { FairQueue } from './fair-queue.ts';
import { parserOf } from './http-parser.ts';
import type { HttpSocket } from './refusal.ts';

/**
 * Bytes of bodies read in one turn of the event loop, above which further bodies wait. Without this limit, one turn reads up to
 * 2 MiB from each connection. Node accepts one connection in each turn, so the turns must stay short.
 */
const READ_PER_TURN_BYTES = 256 * 1024;

/**
 * Returns a function that takes a new connection. When a turn of the event loop has read enough, the bodies that still arrive wait
 * in the queue, whether the service keeps or drops them.
 */
export function createBodyTurns(queue: FairQueue): (socket: HttpSocket) => void {
  let bytesRead = 0;

  function isEnough(bytes: number): boolean {
    if (bytesRead === 0)
      setImmediate(() => {
        bytesRead = 0;
      });
    bytesRead += bytes;
    return bytesRead > READ_PER_TURN_BYTES;
  }

  return (socket) => {
    const parser = parserOf(socket);
    const kOnExecute = parser?.constructor.kOnExecute ?? 0;
    const proceed = parser?.[kOnExecute];
    if (parser === null || typeof proceed !== 'function') return;
    // Node calls this function after each read, and removes it when the connection ends.
    parser[kOnExecute] = (...result: readonly unknown[]) => {
      proceed(...result);
      const [bytes] = result;
      const { incoming } = parser;
      if (typeof bytes !== 'number' || incoming?.complete !== false || !isEnough(bytes)) return;
      if (socket._paused === true) return;
      // While this field is set, Node reads nothing, even if the body is consumed.
      socket._paused = true;
      socket.pause();
      queue.enter(incoming, () => {
        socket._paused = false;
        socket.resume();
      });
    };
  };
}
