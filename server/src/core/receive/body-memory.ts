/** Memory budget shared by all request bodies until their pings are committed. */
export interface BodyMemory {
  /** Opens an upload that counts against a network. Calls `drop` to drop the upload when other uploads need its memory. */
  open(network: string, drop: () => void): Upload;
}

export interface Upload {
  /** Reserves memory. Returns false if the budget is used up. */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
  /** Marks the upload as complete. Complete uploads are never dropped. */
  complete(): void;
  end(): void;
}

/** Upload of a request whose body is dropped. */
export const DROPPED_UPLOAD: Upload = {
  reserve: () => false,
  release: () => {},
  complete: () => {},
  end: () => {},
};

export interface BodyMemoryOptions {
  readonly bytesMax: number;
  /** Bytes of the budget reserved for small networks. A network is small if its own uploads use at most this many bytes. */
  readonly reservedBytes: number;
  /** Time after which an incomplete upload may be dropped to make room for other uploads. */
  readonly dropAfterMs: number;
  readonly monotonic: () => number;
}

interface Holding {
  readonly network: string;
  readonly openedAt: number;
  readonly drop: () => void;
  bytes: number;
  isComplete: boolean;
}

/** Creates a memory budget. When memory is scarce, drops the oldest slow upload of the largest network. */
export function createBodyMemory(options: BodyMemoryOptions): BodyMemory {
  const { bytesMax, reservedBytes, dropAfterMs, monotonic } = options;
  let total = 0;
  /** Bytes by network. */
  const shares = new Map<string, number>();
  /** Incomplete uploads with reserved memory, oldest first. */
  const arriving = new Set<Holding>();

  function add(holding: Holding, bytes: number): void {
    const { network } = holding;
    holding.bytes += bytes;
    total += bytes;
    const share = (shares.get(network) ?? 0) + bytes;
    if (share === 0) shares.delete(network);
    else shares.set(network, share);
  }

  function end(holding: Holding): void {
    arriving.delete(holding);
    add(holding, -holding.bytes);
  }

  function isModest(network: string, bytes: number): boolean {
    return (shares.get(network) ?? 0) + bytes <= reservedBytes;
  }

  function fits(network: string, bytes: number): boolean {
    return total + bytes <= bytesMax - (isModest(network, bytes) ? 0 : reservedBytes);
  }

  function largestNetwork(): string {
    let largest = '';
    let most = -1;
    for (const [network, bytes] of shares)
      if (bytes > most) {
        largest = network;
        most = bytes;
      }
    return largest;
  }

  /** Drops one slow upload of the network. Returns false if there is none. */
  function dropOne(network: string, except: Holding): boolean {
    const before = monotonic() - dropAfterMs;
    for (const holding of arriving) {
      if (holding.openedAt > before) return false;
      if (holding.network !== network || holding === except) continue;
      end(holding);
      holding.drop();
      return true;
    }
    return false;
  }

  function freeMemory(holding: Holding, bytes: number): boolean {
    const { network } = holding;
    while (!fits(network, bytes))
      if (!dropOne(isModest(network, bytes) ? largestNetwork() : network, holding)) return false;
    return true;
  }

  return {
    open(network, drop) {
      const holding: Holding = { network, openedAt: monotonic(), drop, bytes: 0, isComplete: false };
      return {
        reserve(bytes) {
          if (!freeMemory(holding, bytes)) return false;
          if (!holding.isComplete) arriving.add(holding);
          add(holding, bytes);
          return true;
        },
        release: (bytes) => add(holding, -bytes),
        complete() {
          holding.isComplete = true;
          arriving.delete(holding);
        },
        end: () => end(holding),
      };
    },
  };
}
