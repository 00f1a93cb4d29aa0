import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** Maximum delay of a response. Most pages render faster, so responses arrive before or after rendering, in any order. */
const DELAY_MS_MAX = 1500;

export interface LateResponses {
  /** Flags that make Chromium use the proxy even for local addresses. */
  readonly flags: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy between the browser and the service. The proxy delays each API response by a time derived from the seed and the
 * request.
 */
export async function startLateResponses(seed: string): Promise<LateResponses> {
  const requestCounts = new Map<string, number>();
  const delayOf = (method: string, path: string): number => {
    if (!/^\/(?:v1|auth)\//.test(path)) return 0;
    const key = `${method} ${path}`;
    const times = (requestCounts.get(key) ?? 0) + 1;
    requestCounts.set(key, times);
    const digest = createHash('sha256').update(`${seed} ${key} ${times}`).digest();
    return Math.round((digest.readUInt32BE() / 2 ** 32) * DELAY_MS_MAX);
  };
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '');
    forward(incoming, outgoing, url, delayOf(incoming.method ?? 'GET', url.pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    flags: [`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>'],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Opens a new connection for each request. A reused connection that the service has just closed would look like a failure of the
 * service.
 */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, url: URL, delayMs: number): void {
  const forwarded = request(
    url,
    { method: incoming.method ?? 'GET', headers: incoming.headers, agent: false },
    (response) => {
      setTimeout(() => {
        // The client may have disconnected.
        if (outgoing.destroyed) return;
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        // Streams are forwarded immediately.
        outgoing.flushHeaders();
        pipeline(response, outgoing, () => undefined);
      }, delayMs);
    },
  );
  // If the service is unreachable, closes the connection, as the service would without the proxy.
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  pipeline(incoming, forwarded, () => undefined);
}
