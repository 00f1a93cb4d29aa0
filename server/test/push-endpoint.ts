import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CERTIFICATE } from './notify/certificate.ts';

export interface ReceivedPush {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PushEndpoint {
  /** `https://localhost:port`, with `CERTIFICATE`. */
  readonly origin: string;
  readonly received: readonly ReceivedPush[];
  /** Sets the response status for messages to a path. Initially 201. */
  respond(path: string, status: number, headers?: Readonly<Record<string, string>>): void;
  /** Resolves to the `count`-th message once it has arrived. */
  arrived(count: number): Promise<ReceivedPush>;
  close(): Promise<void>;
}

/** Starts a push service behind a real socket. It stores messages instead of passing them to browsers. */
export async function startPushEndpoint(): Promise<PushEndpoint> {
  const received: ReceivedPush[] = [];
  const reactions = new Map<string, { status: number; headers: Readonly<Record<string, string>> }>();
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer(CERTIFICATE, async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    const headers = Object.entries(request.headers).map(([name, value]) => [name, `${value}`]);
    received.push({ path, headers: Object.fromEntries(headers), body: Buffer.concat(chunks) });
    const { status, headers: more } = reactions.get(path) ?? { status: 201, headers: {} };
    response.writeHead(status, more).end();
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    waiting = waiting.filter(({ count }) => received.length < count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    received,
    respond: (path, status, headers = {}) => void reactions.set(path, { status, headers }),
    async arrived(count) {
      if (received.length < count)
        await new Promise<void>((resolve) => {
          waiting.push({ count, resolve });
        });
      const push = received[count - 1];
      if (push === undefined) throw new Error('It did not arrive.');
      return push;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
