import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../domain/error.ts';
import { errorBody, errorStatus } from './envelope.ts';
import type { PingHandler } from './ping.ts';
import { isPingPath } from './ping-path.ts';

const HEADERS_BYTES_MAX = 16 * 1024;
const HEADERS_MS_MAX = 20_000;
const REQUEST_MS_MAX = 120_000;
/** Above the usual 60 s of proxies, so that they never reuse a connection that is being closed here. */
const KEEP_ALIVE_MS = 75_000;

/** One server: ping URLs go to the ping handler, where there is one, all else to the application. */
export function createHttpServer(ping: PingHandler | null, application: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: HEADERS_MS_MAX,
      requestTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Old clients speak HTTP/1.1 without a Host.
      requireHostHeader: false,
    },
    (request, response) => {
      if (ping !== null && isPingPath(pathOf(request))) ping(request, response);
      else application(request, response);
    },
  );
  server.on('clientError', answerClientError);
  return server;
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** What is not HTTP, or too much of it, still gets an answer in the envelope. */
function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = clientError(error.code);
  const body = errorBody(refusal);
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : errorStatus(refusal.code);
  socket.end(
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      'Content-Type: application/json\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function clientError(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('bad_request', `The request's headers are larger than ${HEADERS_BYTES_MAX} bytes.`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('bad_request', 'The request did not arrive in time. Send it again.');
    default:
      return new AppError('bad_request', 'This is not a valid HTTP request.');
  }
}
