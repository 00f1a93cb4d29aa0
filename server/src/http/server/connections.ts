import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../../domain/network.ts';
import type { ConnectionMetrics } from '../../metrics/metrics.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { unmapped } from '../remote-address.ts';
import { answerInOrder, type Connection, createConnection, SWEEP_MS } from './connection.ts';
import { idleExcess, leastUseful, newestOfMajority } from './crowding.ts';
import { createDropCounter } from './drop-counter.ts';
import { closeWith, type Reason } from './refusal.ts';

/** How long a body may stall before its connection is closed. Node's own timeout covers only the whole request. */
const BODY_SILENCE_SWEEPS = 30_000 / SWEEP_MS;
/** How long a client may stall while it reads an answer before its connection is closed. */
const ANSWER_SILENCE_SWEEPS = 120_000 / SWEEP_MS;
/** How long a refused client has to read the reason. */
const LINGER_SWEEPS = 1000 / SWEEP_MS;
const LOG_EVERY_SWEEPS = 10_000 / SWEEP_MS;

const OVERFLOW_MAX = 64;

export interface ConnectionOptions {
  readonly max: number;
  /** Maximum file descriptors of the process; null if unknown or unlimited. */
  readonly descriptors: number | null;
  readonly hasFreeDescriptor: () => boolean;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly metrics: ConnectionMetrics;
}

/** Tracks open connections, and limits their number and idle time. */
export interface Connections {
  open(socket: Socket): void;
  /** Whether to close a new connection from this address before it uses memory. */
  refuses(address: string): boolean;
  /** Answers a request after the earlier requests of its connection. */
  take(...args: [...Parameters<RequestListener>, answer: RequestListener]): void;
  timedOut(socket: Socket): void;
  /** Closes a connection after a moment, even if its peer does not. */
  linger(socket: Socket): void;
  all(): ReadonlySet<Connection>;
  /** Total number of connections ever opened. */
  opened(): number;
  stop(): void;
}

export function createConnections(options: ConnectionOptions): Connections {
  // Long because all its functions share the set of open connections.
  const { max, clock, log, metrics } = options;
  const open = new Set<Connection>();
  /**
   * Not a WeakMap, because young garbage collections keep a WeakMap's values. Closed connections would accumulate in the old
   * space.
   */
  const bySocket = new Map<Socket, Connection>();
  /** Maximum connections accepted above `max` while no other connection can be closed to make room. */
  const overflow = Math.min(OVERFLOW_MAX, Math.floor(max / 8));
  /** Connections closed per scan. Closing several in one scan saves further scans of all connections. */
  const batch = Math.max(1, Math.floor(max / 64));
  let opened = 0;
  /** Number of event loop turns in which connections arrived. */
  let turn = 0;
  let isCountingTurn = false;
  /** Connections closed because of the limit since the last log line. */
  let dropped = 0;
  let quietSweeps = LOG_EVERY_SWEEPS;
  let isExhausted = false;
  const drops = createDropCounter();
  metrics.open.readFrom(() => open.size);

  function networkOfPeer(socket: Socket): string | null {
    const address = unmapped(socket.remoteAddress ?? '');
    return options.isTrustedProxy(address) ? null : networkOf(address);
  }

  const closeLeastUseful = () => close(leastUseful(open, { turn, count: batch }));

  function close(crowd: readonly Connection[]): void {
    for (const connection of crowd) {
      if (connection.unanswered > 0 || connection.newest === null) drops.add(connection.network);
      endConnection(connection, 'crowded');
      open.delete(connection);
    }
    count(crowd.length);
  }

  function count(connections: number): void {
    dropped += connections;
    metrics.closed.crowded.inc(connections);
  }

  function countTurn(): void {
    if (isCountingTurn) return;
    isCountingTurn = true;
    setImmediate(() => {
      isCountingTurn = false;
      turn += 1;
    });
  }

  function sweep(): void {
    drops.sweep();
    for (const connection of open) {
      connection.idleSweeps += 1;
      connection.requestAgeSweeps += 1;
      sweepOne(connection);
    }
    for (const connection of idleExcess(open, max)) {
      metrics.closed.address.inc();
      endConnection(connection, 'crowded');
    }
    checkDescriptors();
    logDropped();
    cancel = clock.after(SWEEP_MS, sweep);
  }

  function sweepOne(connection: Connection): void {
    const { socket, newest } = connection;
    if (connection.isEnding) {
      if (connection.idleSweeps > LINGER_SWEEPS) socket.destroy();
      return;
    }
    // Node's own timeouts apply until a request begins.
    if (connection.unanswered === 0) return;
    const isArriving = newest?.req.complete === false;
    const isLeaving = socket.writableLength > 0;
    const bytes = socket.bytesRead + (isLeaving ? socket.bytesWritten - socket.writableLength : 0);
    if ((!isArriving && !isLeaving) || bytes !== connection.bytes) connection.idleSweeps = 0;
    connection.bytes = bytes;
    if (connection.idleSweeps <= (isArriving ? BODY_SILENCE_SWEEPS : ANSWER_SILENCE_SWEEPS)) return;
    metrics.closed.timeout.inc();
    endConnection(connection, 'ERR_HTTP_REQUEST_TIMEOUT');
  }

  function checkDescriptors(): void {
    const isFree = options.hasFreeDescriptor();
    if (!isFree) {
      metrics.descriptorsExhausted.inc();
      closeLeastUseful();
    }
    isExhausted ||= !isFree;
  }

  function logDropped(): void {
    quietSweeps += 1;
    if ((dropped === 0 && !isExhausted) || quietSweeps < LOG_EVERY_SWEEPS) return;
    const fields = { dropped, connections: open.size, max, descriptors: options.descriptors };
    if (isExhausted) log.error(fields, EXHAUSTED);
    else log.warn(fields, CROWDED);
    quietSweeps = 0;
    dropped = 0;
    isExhausted = false;
  }

  let cancel = clock.after(SWEEP_MS, sweep);

  return {
    open(socket) {
      opened += 1;
      countTurn();
      const network = networkOfPeer(socket);
      if (open.size >= max) closeLeastUseful();
      if (open.size >= max + overflow) close(newestOfMajority(open, { network, count: batch }));
      if (open.size >= max + overflow) {
        socket.destroy();
        drops.add(network);
        count(1);
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
      const isRefused = drops.isExceededBy(address);
      if (isRefused) count(1);
      return isRefused;
    },
    take(request, response, answer) {
      const connection = bySocket.get(request.socket);
      if (connection === undefined) return answer(request, response);
      if (!answerInOrder(connection, { request, response, answer })) metrics.closed.pipelined.inc();
    },
    timedOut(socket) {
      metrics.closed.timeout.inc();
      closeWith(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
    },
    linger(socket) {
      const connection = bySocket.get(socket);
      if (connection === undefined || connection.isEnding) return;
      connection.isEnding = true;
      connection.idleSweeps = 0;
    },
    all: () => open,
    opened: () => opened,
    stop: () => cancel(),
  };
}

/** Closes a connection immediately. Sends the reason unless all its requests are answered. */
export function endConnection({ socket, unanswered, newest }: Connection, reason: Reason): void {
  if (unanswered === 0 && newest !== null) socket.destroy();
  else closeWith(socket, reason);
}

const REMEDY =
  'Raise the limit on file descriptors with "ulimit -n" (LimitNOFILE in systemd, ulimits in Docker), and MAX_CONNECTIONS if it is set.';
const EXHAUSTED = `The process has run out of file descriptors, so the system drops new connections. ${REMEDY}`;
const CROWDED = `Too many connections are open, so idle and unfinished ones are closed. ${REMEDY}`;
