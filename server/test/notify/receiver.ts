import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the receiver reacts to a request. */
export type Reaction =
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Never responds. */
  | 'hang'
  /** Closes the connection in the middle of the response. */
  | 'reset';

export interface Receiver {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly origin: string;
  /** All requests received so far, oldest first. */
  readonly received: readonly Received[];
  /** Returns the last request. Throws if there was none. */
  last(): Received;
  /** Sets the reaction to further requests. Initially `{ status: 200, body: 'ok' }`. */
  react(reaction: Reaction | ((request: Received) => Reaction | Promise<Reaction>)): void;
  /** Resolves when `count` requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * A real HTTP server on loopback that records requests. The test decides whether the server responds, hangs, resets connections,
 * redirects, or returns a rate limit.
 */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let waiting: readonly { readonly count: number; readonly resolve: () => void }[] = [];
  let reaction: Reaction | ((request: Received) => Reaction | Promise<Reaction>) = {
    status: 200,
    body: 'ok',
  };

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request: Received = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, `${value}`]),
      ),
      body: Buffer.concat(chunks).toString('utf8'),
    };
    received.push(request);
    const done = waiting.filter(({ count }) => received.length >= count);
    waiting = waiting.filter(({ count }) => received.length < count);
    for (const { resolve } of done) resolve();
    const now = typeof reaction === 'function' ? await reaction(request) : reaction;
    if (now === 'hang') return;
    if (now === 'reset') return void incoming.socket.resetAndDestroy();
    response.writeHead(now.status, { ...now.headers }).end(now.body ?? '');
  }

  const server = createServer(
    (incoming, response) => void take(incoming, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    last() {
      const request = received.at(-1);
      if (request === undefined) throw new Error('The receiver was sent nothing.');
      return request;
    },
    react(next) {
      reaction = next;
    },
    arrived(count) {
      if (received.length >= count) return Promise.resolve();
      return new Promise((resolve) => {
        waiting = [...waiting, { count, resolve }];
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
