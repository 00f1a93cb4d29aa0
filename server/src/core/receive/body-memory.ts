/** Memory budget shared by all request bodies until their pings are committed. */
export interface BodyMemory {
  /**
   * Opens an upload that counts against each of its owners: the network of the sender, and the team if it is known. Calls `drop` to
   * drop the upload when other uploads need its memory.
   */
  open(owners: readonly string[], drop: () => void): Upload;
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
  /** Bytes of the budget reserved for small owners. An owner is small if its own uploads use at most this many bytes. */
  readonly reservedBytes: number;
  /** Time after which an incomplete upload may be dropped to make room for other uploads. */
  readonly dropAfterMs: number;
  readonly monotonic: () => number;
}

interface Holding {
  readonly owners: readonly string[];
  readonly openedAt: number;
  readonly drop: () => void;
  bytes: number;
  isComplete: boolean;
}

/** Creates a memory budget. When memory is scarce, drops the oldest slow upload of the largest owner. */
export function createBodyMemory(options: BodyMemoryOptions): BodyMemory {
  const { bytesMax, reservedBytes, dropAfterMs, monotonic } = options;
  let total = 0;
  /** Bytes by owner. */
  const shares = new Map<string, number>();
  /** Incomplete uploads with reserved memory, oldest first. */
  const arriving = new Set<Holding>();

  function add(holding: Holding, bytes: number): void {
    holding.bytes += bytes;
    total += bytes;
    for (const owner of holding.owners) {
      const share = (shares.get(owner) ?? 0) + bytes;
      if (share === 0) shares.delete(owner);
      else shares.set(owner, share);
    }
  }

  function end(holding: Holding): void {
    arriving.delete(holding);
    add(holding, -holding.bytes);
  }

  /** Returns the owner that would no longer be small; undefined if there is none. */
  function immodestOwner({ owners }: Holding, bytes: number): string | undefined {
    return owners.find((owner) => (shares.get(owner) ?? 0) + bytes > reservedBytes);
  }

  function largestOwner(): string {
    let largest = '';
    let most = -1;
    for (const [owner, bytes] of shares)
      if (bytes > most) {
        largest = owner;
        most = bytes;
      }
    return largest;
  }

  /** Drops one slow upload of the owner. Returns false if there is none. */
  function dropOne(owner: string, except: Holding): boolean {
    const before = monotonic() - dropAfterMs;
    for (const holding of arriving) {
      if (holding.openedAt > before) return false;
      if (!holding.owners.includes(owner) || holding === except) continue;
      end(holding);
      holding.drop();
      return true;
    }
    return false;
  }

  function freeMemory(holding: Holding, bytes: number): boolean {
    for (;;) {
      const immodest = immodestOwner(holding, bytes);
      if (total + bytes <= bytesMax - (immodest === undefined ? 0 : reservedBytes)) return true;
      if (!dropOne(immodest ?? largestOwner(), holding)) return false;
    }
  }

  return {
    open(owners, drop) {
      const holding: Holding = { owners, openedAt: monotonic(), drop, bytes: 0, isComplete: false };
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
