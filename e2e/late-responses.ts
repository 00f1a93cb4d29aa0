import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** Maximum delay of a response. Most pages render faster, so responses arrive in any order. */
const DELAY_MS_MAX = 1500;

export interface LateResponses {
  /** Flags that make Chromium use the proxy even for local addresses. */
  readonly flags: readonly string[];
  close(): Promise<void>;
}

/** Proxy between the browser and the service that delays each API response by a time derived from the seed and the request. */
export async function startLateResponses(seed: string): Promise<LateResponses> {
  const asked = new Map<string, number>();
  const delayOf = (method: string, path: string): number => {
    if (!/^\/(?:v1|auth)\//.test(path)) return 0;
    const key = `${method} ${path}`;
    const times = (asked.get(key) ?? 0) + 1;
    asked.set(key, times);
    const digest = createHash('sha256').update(`${seed} ${key} ${times}`).digest();
    return Math.round((digest.readUInt32BE() / 2 ** 32) * DELAY_MS_MAX);
  };
  const server = createServer((asking, answering) => {
    const url = new URL(asking.url ?? '');
    forward(asking, answering, url, delayOf(asking.method ?? 'GET', url.pathname));
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
 * Doesn't reuse connections: a connection that the service has just closed would look like a failure of the service.
 */
function forward(asking: IncomingMessage, answering: ServerResponse, url: URL, delayMs: number): void {
  const asked = request(
    url,
    { method: asking.method ?? 'GET', headers: asking.headers, agent: false },
    (response) => {
      setTimeout(() => {
        // The client may have disconnected.
        if (answering.destroyed) return;
        answering.writeHead(response.statusCode ?? 502, response.rawHeaders);
        // Streams are forwarded immediately.
        answering.flushHeaders();
        pipeline(response, answering, () => undefined);
      }, delayMs);
    },
  );
  // If the service is unreachable, closes the connection, as the service would without the proxy.
  asked.on('error', () => answering.destroy());
  answering.on('close', () => asked.destroy());
  pipeline(asking, asked, () => undefined);
}
