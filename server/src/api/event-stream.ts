import { ServerResponse } from 'node:http';
import type { Context } from 'hono';

/** Maximum bytes buffered for a slow client. A client that falls further behind is disconnected and should reload. */
export const WAITING_BYTES_MAX = 4 * 1024 * 1024;

export function createEventStream(drop: () => void): {
  readonly stream: ReadableStream<Uint8Array>;
  readonly listener: {
    /** Returns false if the client is too far behind and should reconnect. */
    readonly send: (events: Uint8Array) => boolean;
    readonly end: () => void;
  };
  readonly whenCancelled: (leave: () => void) => void;
} {
  const cancelled = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      cancel() {
        controller = null;
        cancelled.resolve();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES_MAX }),
  );

  function end(): void {
    const isWaiting = controller !== null && controller.desiredSize !== WAITING_BYTES_MAX;
    controller?.close();
    controller = null;
    // Drops a client with unread data, because the data of a client that never reads would stay in memory forever.
    if (isWaiting) drop();
  }

  return {
    stream,
    listener: {
      send(events) {
        if (controller === null) return false;
        if ((controller.desiredSize ?? 0) <= 0) {
          end();
          return false;
        }
        controller.enqueue(events);
        return true;
      },
      end,
    },
    whenCancelled: (leave) => void cancelled.promise.then(leave),
  };
}

export function dropConnection({ env }: Context): void {
  if (env?.outgoing instanceof ServerResponse) env.outgoing.destroy();
}

/**
 * Ends the stream of a client that closes its side. Without this, only the next failed write would show that the client has left.
 */
export function dropWhenClientEnds({ env }: Context): void {
  const { outgoing } = env ?? {};
  if (!(outgoing instanceof ServerResponse)) return;
  const { socket } = outgoing;
  const drop = () => outgoing.destroy();
  if (socket?.readableEnded) return void drop();
  socket?.once('end', drop);
  // Removes the listener, because the connection may outlive the stream.
  outgoing.once('close', () => socket?.off('end', drop));
}
