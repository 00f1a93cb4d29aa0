import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../domain/error.ts';
import { errorBody } from './envelope.ts';
import type { PingHandler } from './ping.ts';
import { isPingPath } from './ping-path.ts';

const HEADERS_BYTES_MAX = 16 * 1024;
const HEADERS_MS_MAX = 20_000;
const REQUEST_MS_MAX = 120_000;
/** Above the usual 60 s of proxies, so that they never reuse a connection that is being closed here. */
const KEEP_ALIVE_MS = 75_000;

/** One server: ping URLs go to the ping handler, where there is one; all else to the application. */
export function createHttpServer(ping: PingHandler | null, application: RequestListener): Server {
  const answer: RequestListener = (request, response) => {
    // A service that stops answers what still comes, and with that answer ends the connection.
    if (!server.listening) response.shouldKeepAlive = false;
    const path = pathOf(request);
    if (ping !== null && isPingPath(path)) ping(request, response);
    else application(request, response);
  };
  const server = createServer(
    {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: HEADERS_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Old clients speak HTTP/1.1 without a Host.
      requireHostHeader: false,
    },
    answer,
  );
  // A client may close its half once it has sent all; the answer comes after the commit all the same.
  Object.assign(server, { httpAllowHalfOpen: true });
  // What else a client expects is no reason to lose its ping.
  server.on('checkExpectation', answer);
  server.on('clientError', answerClientError);
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

/** The path and query of an absolute address, as proxies are sent it; every server must take it (RFC 9112, section 3.2.2). */
function withoutOrigin(url: string): string {
  return url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
}

/** What is not HTTP, or too much of it, still gets an answer in the envelope. */
function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket & { readonly _httpMessage?: ServerResponse | null },
): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  if (!socket.writable) {
    socket.destroySoon();
    return;
  }
  // Node's name for the answer under way. Requests that came whole, before what is wrong, are answered first.
  const earlier = socket._httpMessage;
  if (earlier?.req.complete === true && !earlier.writableFinished) {
    earlier.once('close', () => answerClientError(error, socket));
    return;
  }
  const [status, message] = refusal(error.code);
  const body = errorBody(new AppError('bad_request', message));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function refusal(code: string | undefined): [status: string, message: string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [
        '431 Request Header Fields Too Large',
        `The request's headers are larger than ${HEADERS_BYTES_MAX} bytes.`,
      ];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', 'The request did not arrive in time. Send it again.'];
    default:
      return ['400 Bad Request', 'This is not a valid HTTP request.'];
  }
}
