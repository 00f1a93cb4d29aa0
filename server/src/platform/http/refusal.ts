import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@overdue/domain/error.ts';
import { errorBody } from './envelope.ts';

export const HEADERS_BYTES_MAX = 16 * 1024;

/** Reasons why the server closes a connection. Some keys are Node's error codes. */
const REFUSALS = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The request's headers are larger than ${HEADERS_BYTES_MAX} bytes.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time. Send it again.'],
  crowded: ['503 Service Unavailable', 'Too many connections are open. Send the request again.'],
  stopping: ['503 Service Unavailable', 'The service is stopping. Send the request again.'],
  malformed: ['400 Bad Request', 'This is not a valid HTTP request.'],
} as const;

export type RefusalReason = keyof typeof REFUSALS;

export function refusalReason(code: string | undefined): RefusalReason {
  return code === 'HPE_HEADER_OVERFLOW' || code === 'ERR_HTTP_REQUEST_TIMEOUT' ? code : 'malformed';
}

const written = new Map<RefusalReason, string>();

/** Returns a cached refusal, because during an attack the server sends thousands a second. */
export function refusalBytes(reason: RefusalReason): string {
  const bytes = written.get(reason) ?? writeRefusal(reason);
  written.set(reason, bytes);
  return bytes;
}

function writeRefusal(reason: RefusalReason): string {
  const [status, message] = REFUSALS[reason];
  const body = errorBody(new AppError(status.startsWith('503') ? 'unavailable' : 'bad_request', message));
  const retry = status.startsWith('503') ? 'Retry-After: 1\r\n' : '';
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\n${retry}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Socket with undocumented fields of Node: the response that is being sent, and whether Node may not read. */
export type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null; _paused?: boolean };

/** Writes a refusal unless a response has begun, and closes the connection without waiting for the peer. */
export function refuseAndClose(socket: HttpSocket, reason: RefusalReason): void {
  if (socket.writable && socket._httpMessage?.headersSent !== true) socket.write(refusalBytes(reason));
  socket.destroy();
}
