import type { FairQueue } from './fair-queue.ts';
import { type HttpParser, parserOf } from './http-parser.ts';
import type { HttpSocket } from './refusal.ts';

/**
 * Bytes of bodies read in one turn of the event loop, above which further bodies wait. Without this limit, one turn reads up to
 * 2 MiB from each connection. Node accepts one connection in each turn, so the turns must stay short.
 */
const READ_PER_TURN_BYTES = 256 * 1024;
/** Bytes that a chunk of a body counts as, in addition to its own, because Node's parser calls a function for each chunk. */
const CHUNK_COST_BYTES = 64;

/**
 * Returns a function that takes a new connection. The chunks of a body that arrive in one read become one buffer, because a buffer for each
 * chunk of one byte takes 400 times its memory. When a turn of the event loop has read enough, the bodies that still arrive wait
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
    const endRead = joinChunks(socket, parser);
    // Node calls this function after each read, and removes it when the connection ends.
    parser[kOnExecute] = (...result: readonly unknown[]) => {
      const cost = endRead() * CHUNK_COST_BYTES;
      proceed(...result);
      const [bytes] = result;
      const { incoming } = parser;
      if (typeof bytes !== 'number' || incoming?.complete !== false || !isEnough(bytes + cost)) return;
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

/**
 * Makes the parser pass on the first chunk of a body in a read at once, and further chunks together, at the end of the read or of the body.
 * Returns a function that ends a read, and returns the number of its chunks.
 */
function joinChunks(socket: HttpSocket, parser: HttpParser): () => number {
  const { kOnBody, kOnMessageComplete } = parser.constructor;
  const passOn = parser[kOnBody];
  const complete = parser[kOnMessageComplete];
  if (typeof passOn !== 'function' || typeof complete !== 'function') return () => 0;
  let further: Buffer[] = [];
  let isFirst = true;
  let count = 0;

  function flush(): void {
    if (further.length === 0) return;
    const joined = Buffer.concat(further);
    further = [];
    if (typeof passOn === 'function') passOn.call(parser, joined);
  }

  const take = (chunk: Buffer): void => {
    count += 1;
    if (isFirst) {
      isFirst = false;
      passOn.call(parser, chunk);
      return;
    }
    // Bytes that Overdue itself gives to the parser have no end of a read.
    if (further.length === 0) setImmediate(flush);
    further.push(chunk);
  };
  const end = (): unknown => {
    flush();
    isFirst = true;
    return complete.call(parser);
  };
  parser[kOnBody] = take;
  parser[kOnMessageComplete] = end;
  // Node gives the parser to another connection afterwards.
  socket.once('close', () => {
    further = [];
    if (parser[kOnBody] === take) parser[kOnBody] = passOn;
    if (parser[kOnMessageComplete] === end) parser[kOnMessageComplete] = complete;
  });
  return () => {
    flush();
    const chunks = count;
    isFirst = true;
    count = 0;
    return chunks;
  };
}
