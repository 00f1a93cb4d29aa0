import { type Connection, endConnection } from './connection.ts';
import { findLeastUseful, findNewestOfMajority } from './crowding.ts';
import { createDropCounter } from './drop-counter.ts';
import { createDropLog, type DropLogOptions } from './drop-log.ts';

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
