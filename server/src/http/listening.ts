import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../clock.ts';
import { AppError } from '../domain/error.ts';

/** Connections waiting to be accepted; cron jobs of a whole fleet come within the same second. */
const BACKLOG = 4096;
/** Requests under way get so long to finish when the service stops. */
const DRAIN_MS = 10_000;
/** How often connections are looked for whose last request has finished meanwhile: Node keeps them open for another one. */
const DRAIN_LOOK_MS = 50;

/** Takes connections from now on. @returns the port, which the system chooses when it is 0 */
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

/** Takes no more connections, and resolves when the requests under way are answered or their time is over. */
export function closeServer(server: Server, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancelEnd = clock.after(DRAIN_MS, () => server.closeAllConnections());
    let cancelLook = (): void => {};
    const closeIdle = () => {
      server.closeIdleConnections();
      cancelLook = clock.after(DRAIN_LOOK_MS, closeIdle);
    };
    server.close(() => {
      cancelEnd();
      cancelLook();
      resolve();
    });
    closeIdle();
  });
}
