import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type RefusalReason, refuseAndClose } from './refusal.ts';

/**
 * Interval between sweeps of all connections. Idle times are counted in sweeps, so that a pause of the process doesn't count as
 * idle time.
 */
export const SWEEP_MS = 500;

/** Maximum requests of one connection that are in progress at once. */
const ANSWERED_AT_ONCE_MAX = 8;
/**
 * Maximum unanswered requests of a connection. At this number, the connection accepts no further requests. It closes after the
 * last response.
 */
const UNANSWERED_MAX = 16;

/** Socket with Node's undocumented HTTP parser. */
type ParsedSocket = Socket & { readonly parser?: { onIncoming: unknown } | null };
/** Makes Node's parser ignore further data. */
const STOP_PARSING = 2;

export interface Connection {
  readonly socket: ParsedSocket;
  /** Address or network that the limits apply to; null for a trusted proxy. */
  readonly network: string | null;
  /** Event loop turn in which the connection was accepted. */
  readonly turn: number;
  /** Number of requests whose responses are not sent yet. */
  unanswered: number;
  /** Number of requests in progress, without queued requests. */
  inProgress: number;
  newest: ServerResponse | null;
  /** Requests that wait until earlier requests of the connection are answered. */
  readonly queued: QueuedRequest[];
  /** Sweeps since a request arrived, was answered, or made progress. */
  idleSweeps: number;
  /** Sweeps since the latest request arrived. */
  requestAgeSweeps: number;
  /** Bytes transferred at the last sweep. */
  bytes: number;
  /** Whether the server has refused the client's data. The client gets a moment to read the refusal. */
  isEnding: boolean;
}

interface QueuedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly respond: RequestListener;
}

export function createConnection(
  socket: ParsedSocket,
  { network, turn }: Pick<Connection, 'network' | 'turn'>,
): Connection {
  return {
    socket,
    network,
    turn,
    unanswered: 0,
    inProgress: 0,
    newest: null,
    queued: [],
    idleSweeps: 0,
    requestAgeSweeps: 0,
    bytes: 0,
    isEnding: false,
  };
}

/**
 * Responds to a request, or queues it behind earlier requests of its connection. Returns false if the connection accepts no more
 * requests.
 */
export function respondInOrder(connection: Connection, arrived: QueuedRequest): boolean {
  const { response } = arrived;
  connection.idleSweeps = 0;
  connection.requestAgeSweeps = 0;
  connection.unanswered += 1;
  connection.newest = response;
  const isLast = connection.unanswered >= UNANSWERED_MAX;
  if (isLast) {
    response.shouldKeepAlive = false;
    // Stops the parser, because data that has already arrived may contain thousands of requests.
    if (connection.socket.parser) connection.socket.parser.onIncoming = () => STOP_PARSING;
  }
  if (connection.queued.length > 0 || isBusy(connection)) connection.queued.push(arrived);
  else begin(connection, arrived);
  return !isLast;
}

function begin(connection: Connection, { request, response, respond }: QueuedRequest): void {
  connection.inProgress += 1;
  response.once('close', () => {
    connection.idleSweeps = 0;
    connection.unanswered -= 1;
    connection.inProgress -= 1;
    beginQueued(connection);
  });
  respond(request, response);
}

function beginQueued(connection: Connection): void {
  while (connection.queued.length > 0 && !connection.socket.destroyed && !isBusy(connection)) {
    const next = connection.queued.shift();
    if (next !== undefined) begin(connection, next);
  }
}

function isBusy({ socket, inProgress }: Connection): boolean {
  return inProgress >= ANSWERED_AT_ONCE_MAX || (inProgress > 0 && socket.writableNeedDrain);
}

/** Closes a connection immediately. Sends the reason unless all its requests are answered. */
export function endConnection({ socket, unanswered, newest }: Connection, reason: RefusalReason): void {
  if (unanswered === 0 && newest !== null) socket.destroy();
  else refuseAndClose(socket, reason);
}
