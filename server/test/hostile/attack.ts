import { connect, type Socket } from 'node:net';
import type { RunningServer } from '../running-server.ts';

/** Connections of an attacker, who never closes them. */
export interface Attack {
  /** Returns the number of connections that the server has not closed. */
  open(): number;
  /** Returns the number of refusals by the server, by status. */
  statuses(): ReadonlyMap<string, number>;
  end(): void;
}

export interface AttackOptions {
  readonly count: number;
  /** Bytes to send immediately on each connection. */
  readonly bytes: string | Uint8Array;
  /** Bytes to send repeatedly on each connection. */
  readonly drip?: { readonly bytes: string; readonly everyMs: number };
  /** Whether the attacker reads responses. Default: true. */
  readonly reads?: boolean;
  /** Delay after which a closed connection is opened again. Default: closed connections are not opened again. */
  readonly returnAfterMs?: number;
  /** Loopback address from which the attack comes. */
  readonly from?: string;
}

/** Opens connections that the attacker's side never closes. Resolves when each is connected or refused. */
export async function attack(server: Pick<RunningServer, 'port'>, options: AttackOptions): Promise<Attack> {
  const { count, bytes, drip, reads = true, returnAfterMs, from = '127.0.0.1' } = options;
  const sockets = new Set<Socket>();
  const statuses = new Map<string, number>();
  let isOver = false;

  function openOne(): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({
        port: server.port,
        host: '127.0.0.1',
        localAddress: from,
        allowHalfOpen: true,
      });
      sockets.add(socket);
      const timer =
        drip === undefined ? undefined : setInterval(() => socket.write(drip.bytes), drip.everyMs);
      const gone = () => {
        if (!sockets.delete(socket)) return;
        clearInterval(timer);
        resolve();
        if (returnAfterMs === undefined) return;
        // Resets the connection, because thousands of normally closed connections would use up all ports.
        socket.destroy();
        setTimeout(openAgain, returnAfterMs);
      };
      socket.once('connect', () => {
        socket.write(bytes);
        resolve();
      });
      if (reads)
        socket.on('data', (chunk: Buffer) => {
          const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1', 0, 20))?.[1];
          if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        });
      socket.on('end', gone);
      socket.on('error', gone);
      socket.on('close', gone);
    });
  }

  function openAgain(): void {
    if (!isOver) void openOne();
  }

  await Promise.all(Array.from({ length: count }, openOne));
  return {
    open: () => sockets.size,
    statuses: () => statuses,
    end() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
