import { createServer } from 'node:http';

/** How a receiver reacts to requests. `half`: answers every other request with 503. */
type Reaction = 'respond' | 'hang' | 'half';

/** Receiver of a webhook, on its own socket. */
export interface AlertReceiver {
  readonly url: string;
  /** Time at which each message was first answered with 200, in epoch milliseconds, by key. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** Returns the number of messages that arrived again after they had been answered with 200. */
  repeats(): number;
  react(reaction: Reaction): void;
  close(): void;
}

export async function startAlertReceiver(): Promise<AlertReceiver> {
  const arrivals = new Map<string, number>();
  let reaction: Reaction = 'respond';
  let requests = 0;
  let repeats = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      requests += 1;
      if (reaction === 'hang') return;
      if (reaction === 'half' && requests % 2 === 0) {
        response.writeHead(503).end();
        return;
      }
      const key = String(request.headers['webhook-id']);
      if (arrivals.has(key)) repeats += 1;
      else arrivals.set(key, Date.now());
      response.writeHead(200).end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivals,
    repeats: () => repeats,
    react(next) {
      reaction = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
