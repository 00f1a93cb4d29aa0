import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { AppError } from '@overdue/domain/error.ts';
import type { Clock } from '../runtime/clock.ts';
import { yieldToPings } from '../runtime/yield-to-pings.ts';
import { type Connection, endConnection } from './connection.ts';
import type { Connections } from './connections.ts';
import { refuseAndClose } from './refusal.ts';

/** Maximum connections waiting to be accepted. Cron jobs of a whole fleet connect in the same second. */
export const BACKLOG = 4096;
/** Interval between checks of the connections while the server closes. */
const CHECK_MS = 50;
/** 300 ms. A client that keeps sending requests reuses its connection within this time. */
const IDLE_CHECKS = 6;
/** At least 500 ms. Connections idle for this long when the stop begins are closed immediately. */
const IDLE_SWEEPS = 2;
/** Maximum event loop turns to wait for a pause in new connections before the listener closes. */
const TURNS_MAX = 50;

/** Listens for connections. @returns the port, which the system chooses if `port` is 0 */
export function bindServer(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException) => reject(listenError(cause, host, port));
    server.once('error', refuse);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', refuse);
      const address = server.address();
      resolve(isAddress(address) ? address.port : port);
    });
  });
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): AppError {
  const why =
    cause.code === 'EADDRINUSE'
      ? 'another program listens there. Stop it, or set PORT to a free one'
      : `${cause.message}. Check HOST and PORT`;
  return new AppError('unavailable', `Overdue can't listen on ${host}:${port}: ${why}.`, { cause });
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/**
 * Stops accepting connections. Resolves when all connections are closed. No request is cut off before the deadline:
 *
 * 1. Connections in the system's backlog are accepted before the listener closes.
 * 2. Every response from now on closes its connection (`createHttpServer` sends `Connection: close`).
 * 3. An idle connection stays open for a moment, because a request may be on its way.
 * 4. At the deadline, unanswered requests get 503.
 */
export async function closeServer(server: Server, { connections, clock, drainMs }: Draining): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const cancelDeadline = clock.after(drainMs, () => {
    for (const { socket } of connections.all()) refuseAndClose(socket, 'stopping');
  });
  await acceptBacklog(connections);
  // The HTTP server's own `close` would also close idle connections immediately.
  NetServer.prototype.close.call(server, () => resolve());
  for (const connection of connections.all()) {
    if (connection.newest?.headersSent === false) connection.newest.shouldKeepAlive = false;
    if (isLongIdle(connection)) endConnection(connection, 'stopping');
  }
  let isOver = false;
  let cancelCheck = (): void => {};
  const idleLooks = new WeakMap<Connection, number>();
  const check = () => {
    if (isOver) return;
    for (const connection of connections.all()) {
      const looks = connection.unanswered > 0 ? 0 : (idleLooks.get(connection) ?? 0) + 1;
      idleLooks.set(connection, looks);
      if (looks > IDLE_CHECKS) endConnection(connection, 'stopping');
    }
    // `setImmediate` runs after pending data has been read, so the check sees requests that have already arrived.
    cancelCheck = clock.after(CHECK_MS, () => void setImmediate(check));
  };
  check();
  await closed;
  isOver = true;
  cancelDeadline();
  cancelCheck();
  connections.stop();
}

interface Draining {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly drainMs: number;
}

/** Resolves after an event loop turn without a new connection. */
async function acceptBacklog(connections: Connections): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const before = connections.openedCount();
    await yieldToPings();
    if (turn > 0 && connections.openedCount() === before) return;
  }
}

function isLongIdle({ unanswered, newest, idleSweeps }: Connection): boolean {
  return unanswered === 0 && newest !== null && idleSweeps >= IDLE_SWEEPS;
}
