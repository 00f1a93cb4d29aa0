import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { BlockList } from 'node:net';
import { createBodyTurns } from './body-turns.ts';
import type { Connections } from './connections.ts';
import type { FairQueue } from './fair-queue.ts';
import type { ParseError } from './http-parser.ts';
import { keepPartialLines, readEncodedTarget } from './raw-target.ts';
import { HEADERS_BYTES_MAX, type HttpSocket, refusalBytes, refusalReason } from './refusal.ts';

export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
}

export const TIMEOUTS: Timeouts = {
  headersMs: 20_000,
  requestMs: 120_000,
  // Longer than the usual 60 s of proxies, so that a proxy never reuses a connection that we are closing.
  keepAliveMs: 75_000,
};
/** Interval at which Node looks for slow requests. Its default is 30 s. */
const CHECK_MS = 500;

/** Responds to a ping. `path` has no query. Returns false without a response if the path is not a ping URL. */
export type RespondToPing = (path: string, request: IncomingMessage, response: ServerResponse) => boolean;

export interface ServerDependencies {
  /** Ping endpoints; null in a process that accepts no pings. */
  readonly ping: RespondToPing | null;
  /** Responds to requests that are not pings. */
  readonly application: RequestListener;
  readonly connections: Connections;
  /** Queue for requests that are not pings. */
  readonly queue: FairQueue;
  readonly timeouts?: Timeouts;
}

/** Routes ping URLs to the ping endpoints, and everything else to the application. */
export function createHttpServer({
  ping,
  application,
  connections,
  queue,
  timeouts = TIMEOUTS,
}: ServerDependencies): Server {
  const route: RequestListener = (request, response) => {
    const path = pathOf(request);
    if (ping?.(path, request, response) === true) return;
    queue.enter(request, () => application(request, response));
  };
  const respond: RequestListener = (request, response) => {
    // During a stop, each response closes its connection.
    if (!server.listening) response.shouldKeepAlive = false;
    connections.respondInOrder(request, response, route);
  };
  const server = createServer(
    {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: CHECK_MS,
      // Old clients speak HTTP/1.1 without a Host.
      requireHostHeader: false,
    },
    respond,
  );
  // Node checks the block list before it creates a socket and a parser, so a refusal costs little.
  const blockList = new BlockList();
  blockList.check = (address) => connections.refuses(String(address));
  // Allows clients to close their sending side before we respond.
  Object.assign(server, { httpAllowHalfOpen: true, blockList });
  // Accepts pings with an unknown `Expect` header.
  server.on('checkExpectation', respond);
  server.on('connection', connections.open);
  server.on('connection', keepPartialLines);
  server.on('connection', createBodyTurns(queue));
  server.on('clientError', (error: ParseError, socket: HttpSocket) => {
    const remaining = readEncodedTarget(error, socket, server);
    if (remaining !== null) respondClientError(remaining, socket, connections);
  });
  return server;
}

function pathOf(request: IncomingMessage): string {
  let url = request.url ?? '/';
  if (!url.startsWith('/')) {
    url = withoutOrigin(url);
    request.url = url;
  }
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** Removes the origin from an absolute URL, which every server must accept (RFC 9112, section 3.2.2). */
function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}

/**
 * Responds to a malformed, oversized or late request. Closes the connection only after a moment, because closing immediately
 * could reset it and lose the response.
 */
function respondClientError(
  error: Error & { readonly code?: string },
  socket: HttpSocket,
  connections: Connections,
): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  if (!socket.writable) {
    socket.destroySoon();
    return;
  }
  // Complete requests that arrived before the malformed request are answered first.
  const earlier = socket._httpMessage;
  if (earlier?.req.complete === true && !earlier.writableFinished) {
    earlier.once('close', () => respondClientError(error, socket, connections));
    return;
  }
  const reason = refusalReason(error.code);
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT') {
    connections.timedOut(socket);
    return;
  }
  connections.linger(socket);
  if (earlier?.headersSent === true) socket.end();
  else socket.end(refusalBytes(reason));
}
