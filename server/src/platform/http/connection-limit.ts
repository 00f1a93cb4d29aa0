import { networkOf } from '@overdue/domain/network.ts';
import type { ConnectionMetrics } from '../metrics/metrics.ts';
import type { Log } from '../runtime/log.ts';
import { type Connection, endConnection, SWEEP_MS } from './connection.ts';
import { findLeastUseful, findNewestOfMajority } from './crowding.ts';
import { unmapAddress } from './remote-address.ts';

const OVERFLOW_MAX = 64;

export interface ConnectionLimitOptions extends DropLogOptions {
  readonly hasFreeDescriptor: () => boolean;
}

/** Closes connections to make room for new ones. */
export interface ConnectionLimit {
  /** Makes room for a new connection. Returns the event loop turn of the connection, or null if there is no room. */
  admit(network: string | null): number | null;
  /** Whether to close a new connection from this address before it uses memory. */
  refuses(address: string): boolean;
  /** Makes room if the process has no free file descriptor. */
  sweep(): void;
}

export function createConnectionLimit(
  open: Set<Connection>,
  options: ConnectionLimitOptions,
): ConnectionLimit {
  const { max } = options;
  /** Maximum connections accepted above `max` while no other connection can be closed to make room. */
  const overflow = Math.min(OVERFLOW_MAX, Math.floor(max / 8));
  /** Connections closed per scan. Closing several in one scan saves further scans of all connections. */
  const batch = Math.max(1, Math.floor(max / 64));
  const turns = createTurnCounter();
  const drops = createDropCounter();
  const dropLog = createDropLog(options);

  function close(crowd: readonly Connection[]): void {
    for (const connection of crowd) {
      if (connection.unanswered > 0 || connection.newest === null) drops.add(connection.network);
      endConnection(connection, 'crowded');
      open.delete(connection);
    }
    dropLog.count(crowd.length);
  }

  const closeLeastUseful = () => close(findLeastUseful(open, { turn: turns.current(), count: batch }));

  return {
    admit(network) {
      const turn = turns.count();
      if (open.size >= max) closeLeastUseful();
      if (open.size >= max + overflow) close(findNewestOfMajority(open, { network, count: batch }));
      if (open.size < max + overflow) return turn;
      drops.add(network);
      dropLog.count(1);
      return null;
    },
    refuses(address) {
      const isRefused = drops.isExceededBy(address);
      if (isRefused) dropLog.count(1);
      return isRefused;
    },
    sweep() {
      drops.sweep();
      if (!options.hasFreeDescriptor()) {
        dropLog.noteExhausted();
        closeLeastUseful();
      }
      dropLog.sweep(open.size);
    },
  };
}

/** Counts event loop turns in which connections arrived. */
function createTurnCounter() {
  let turn = 0;
  let isCounting = false;
  return {
    current: () => turn,
    /** Counts the current turn, and returns its number. */
    count(): number {
      if (isCounting) return turn;
      isCounting = true;
      setImmediate(() => {
        isCounting = false;
        turn += 1;
      });
      return turn;
    },
  };
}

/** Number of dropped connections at which new connections from the address are refused. */
const DROPPED_MAX = 256;
/** How much each sweep lowers an address's count: 64 a second. */
const FORGOTTEN_PER_SWEEP = 32;

/** Counts, per address, the connections that the server closed without a response to make room. */
interface DropCounter {
  /** Counts a closed connection. `network` is null for a trusted proxy, whose connections never count. */
  add(network: string | null): void;
  /** Whether to refuse new connections of an address. */
  isExceededBy(address: string): boolean;
  /** Lowers each address's count a little. */
  sweep(): void;
}

function createDropCounter(): DropCounter {
  const counts = new Map<string, number>();
  return {
    add(network) {
      if (network !== null) counts.set(network, (counts.get(network) ?? 0) + 1);
    },
    isExceededBy: (address) =>
      counts.size > 0 && (counts.get(networkOf(unmapAddress(address))) ?? 0) >= DROPPED_MAX,
    sweep() {
      for (const [network, count] of counts)
        if (count > FORGOTTEN_PER_SWEEP) counts.set(network, count - FORGOTTEN_PER_SWEEP);
        else counts.delete(network);
    },
  };
}

const LOG_EVERY_SWEEPS = 10_000 / SWEEP_MS;

interface DropLogOptions {
  readonly max: number;
  /** Maximum file descriptors of the process; null if unknown or unlimited. */
  readonly descriptors: number | null;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly metrics: ConnectionMetrics;
}

/** Logs and counts connections that were closed because too many are open. */
interface DropLog {
  count(connections: number): void;
  /** Records that the process has no free file descriptor. */
  noteExhausted(): void;
  /** Writes at most one line in ten seconds. `open`: number of open connections. */
  sweep(open: number): void;
}

function createDropLog({ max, descriptors, log, metrics }: DropLogOptions): DropLog {
  /** Connections closed since the last log line. */
  let dropped = 0;
  let quietSweeps = LOG_EVERY_SWEEPS;
  let isExhausted = false;
  return {
    count(connections) {
      dropped += connections;
      metrics.closed.crowded.inc(connections);
    },
    noteExhausted() {
      isExhausted = true;
      metrics.descriptorsExhausted.inc();
    },
    sweep(open) {
      quietSweeps += 1;
      if ((dropped === 0 && !isExhausted) || quietSweeps < LOG_EVERY_SWEEPS) return;
      const fields = { dropped, connections: open, max, descriptors };
      if (isExhausted) log.error(fields, EXHAUSTED);
      else log.warn(fields, CROWDED);
      quietSweeps = 0;
      dropped = 0;
      isExhausted = false;
    },
  };
}

const REMEDY =
  'Raise the limit on file descriptors with "ulimit -n" (LimitNOFILE in systemd, ulimits in Docker), and MAX_CONNECTIONS if it is set.';
const EXHAUSTED = `The process has run out of file descriptors, so the system drops new connections. ${REMEDY}`;
const CROWDED = `Too many connections are open, so idle and unfinished ones are closed. ${REMEDY}`;
