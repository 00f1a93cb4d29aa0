import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@overdue/domain/network.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Connection, createConnection, endConnection, respondInOrder, SWEEP_MS } from './connection.ts';
import { type ConnectionLimitOptions, createConnectionLimit } from './connection-limit.ts';
import { findIdleExcess } from './crowding.ts';
import { refuseAndClose } from './refusal.ts';
import { unmapAddress } from './remote-address.ts';

export interface ConnectionOptions extends ConnectionLimitOptions {
  readonly isTrustedProxy: (address: string) => boolean;
  readonly clock: Pick<Clock, 'after'>;
}

/** Tracks open connections, and limits their number and idle time. */
export interface Connections {
  open(socket: Socket): void;
  /** Whether to close a new connection from this address before it uses memory. */
  refuses(address: string): boolean;
  /** Responds to a request after the earlier requests of its connection. */
  respondInOrder(...args: [...Parameters<RequestListener>, respond: RequestListener]): void;
  timedOut(socket: Socket): void;
  /** Closes a connection after a moment, unless the peer closes it first. */
  linger(socket: Socket): void;
  all(): ReadonlySet<Connection>;
  /** Total number of connections ever accepted from the system, including refused ones. */
  openedCount(): number;
  stop(): void;
}

export function createConnections(options: ConnectionOptions): Connections {
  const { max, clock, metrics } = options;
  const open = new Set<Connection>();
  /**
   * This is not a WeakMap, because minor garbage collections keep the values of a WeakMap. Closed connections would accumulate in
   * the old space.
   */
  const bySocket = new Map<Socket, Connection>();
  const limit = createConnectionLimit(open, options);
  let opened = 0;
  metrics.open.readFrom(() => open.size);

  function sweep(): void {
    for (const connection of open) {
      if (!ageConnection(connection)) continue;
      metrics.closed.timeout.inc();
      endConnection(connection, 'ERR_HTTP_REQUEST_TIMEOUT');
    }
    for (const connection of findIdleExcess(open, max)) {
      metrics.closed.address.inc();
      endConnection(connection, 'crowded');
    }
    limit.sweep();
    cancel = clock.after(SWEEP_MS, sweep);
  }

  let cancel = clock.after(SWEEP_MS, sweep);

  return {
    open(socket) {
      opened += 1;
      const network = networkOfPeer(socket, options);
      const turn = limit.admit(network);
      if (turn === null) {
        socket.destroy();
        return;
      }
      const connection = createConnection(socket, { network, turn });
      open.add(connection);
      bySocket.set(socket, connection);
      socket.once('close', () => {
        open.delete(connection);
        bySocket.delete(socket);
      });
    },
    refuses(address) {
      const isRefused = limit.refuses(address);
      if (isRefused) opened += 1;
      return isRefused;
    },
    respondInOrder(request, response, respond) {
      const connection = bySocket.get(request.socket);
      if (connection === undefined) return respond(request, response);
      if (!respondInOrder(connection, { request, response, respond })) metrics.closed.pipelined.inc();
    },
    timedOut(socket) {
      metrics.closed.timeout.inc();
      refuseAndClose(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
    },
    linger(socket) {
      const connection = bySocket.get(socket);
      if (connection === undefined || connection.isEnding) return;
      connection.isEnding = true;
      connection.idleSweeps = 0;
    },
    all: () => open,
    openedCount: () => opened,
    stop: () => cancel(),
  };
}

function networkOfPeer(
  { remoteAddress }: Socket,
  { isTrustedProxy }: Pick<ConnectionOptions, 'isTrustedProxy'>,
): string | null {
  const address = unmapAddress(remoteAddress ?? '');
  return isTrustedProxy(address) ? null : networkOf(address);
}

/** How long a body may stall before its connection is closed. Node's own timeout covers only the whole request. */
const BODY_SILENCE_SWEEPS = 30_000 / SWEEP_MS;
/** How long a client may stall while it reads a response before its connection is closed. */
const RESPONSE_SILENCE_SWEEPS = 120_000 / SWEEP_MS;
/** How long a refused client has to read the reason. */
const LINGER_SWEEPS = 1000 / SWEEP_MS;

/** Ages a connection by one sweep. Returns whether its request or response has stalled for too long. */
function ageConnection(connection: Connection): boolean {
  connection.idleSweeps += 1;
  connection.requestAgeSweeps += 1;
  const { socket, newest } = connection;
  if (connection.isEnding) {
    if (connection.idleSweeps > LINGER_SWEEPS) socket.destroy();
    return false;
  }
  // Without an unanswered request, only Node's own timeouts apply.
  if (connection.unanswered === 0) return false;
  const isArriving = newest?.req.complete === false;
  const isLeaving = socket.writableLength > 0;
  const bytes = socket.bytesRead + (isLeaving ? socket.bytesWritten - socket.writableLength : 0);
  if ((!isArriving && !isLeaving) || bytes !== connection.bytes) connection.idleSweeps = 0;
  connection.bytes = bytes;
  return connection.idleSweeps > (isArriving ? BODY_SILENCE_SWEEPS : RESPONSE_SILENCE_SWEEPS);
}
