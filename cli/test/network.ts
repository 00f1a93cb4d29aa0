import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A network between a host and the service. */
export interface Network {
  /** Port of this machine that leads to the service. */
  readonly port: number;
  /** Plugs the network in or unplugs it. While the network is unplugged, connections break, and new connections fail. */
  readonly plug: (isPlugged: boolean) => void;
  /** Routes new connections to another port of this machine. */
  readonly connectTo: (port: number) => void;
  /**
   * Lets the next `passing` responses through, and holds back later responses until the network is plugged in again. Resolves
   * when the first response is held back. At this point the service has handled the request, but the client doesn't know.
   */
  readonly loseResponses: (passing: number) => Promise<void>;
  /** Resolves when the next request is on its way to the service. */
  readonly nextRequest: () => Promise<void>;
}

/** Opens a network to a port of this machine. */
export async function openNetwork(port: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let target = port;
  let isPlugged = true;
  let passing = Number.POSITIVE_INFINITY;
  let onHeld = () => {};
  let onRequest = () => {};

  function isHeld(chunk: string | Uint8Array): boolean {
    if (String(chunk).startsWith('HTTP/1.1 ')) passing -= 1;
    if (passing >= 0) return false;
    onHeld();
    return true;
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (!isPlugged) return void socket.destroy();
    const onward = connect(target, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    onward.on('data', (chunk) => {
      if (!isHeld(chunk)) socket.write(chunk);
    });
    onward.on('end', () => socket.end());
    socket.on('data', () => onRequest());
    socket.pipe(onward);
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The network has no port.');
  return {
    port: address.port,
    plug(plugged) {
      isPlugged = plugged;
      passing = Number.POSITIVE_INFINITY;
      for (const socket of sockets) socket.destroy();
    },
    connectTo(other) {
      target = other;
    },
    loseResponses(count) {
      passing = count;
      return new Promise((resolve) => {
        onHeld = resolve;
      });
    },
    nextRequest: () =>
      new Promise((resolve) => {
        onRequest = resolve;
      }),
  };
}
