/** A process whose sign and stored pings make no progress for this long counts as dead. */
const DEAD_AFTER_MS = 10_000;
/**
 * After a longer pause, the asking process or the database was away, and silence says nothing about other
 * processes.
 */
const AWAY_AFTER_MS = 5000;
/** After this long without a committed write, the asking process assumes that no process can write. */
const UNWRITTEN_MS_MAX = 2000;

export interface Sign {
  readonly epoch: string;
  readonly seenAt: number;
  /**
   * Arrival time of its oldest ping that is neither applied nor in the shared queue; null if there is none.
   */
  readonly waitingFrom: number | null;
  readonly keeps: boolean;
}

interface Progress {
  readonly sign: Sign;
  /** When the asking process first saw this progress. */
  readonly sinceAt: number;
}

export interface Liveness {
  /**
   * Separates living from dead processes by their current signs. `silent` are the dead ones without new
   * signs; other dead ones still write signs but are stuck.
   *
   * @param wroteAt start of the asking process's last committed write
   */
  look(
    signs: readonly Sign[],
    at: number,
    wroteAt: number,
  ): { readonly live: readonly Sign[]; readonly silent: readonly Sign[] };
  /** Whether a process was dead at the last look and has made no progress since. */
  isDead(sign: Sign): boolean;
}

export function storedUntil({ seenAt, waitingFrom }: Sign): number {
  return Math.min(seenAt, waitingFrom ?? seenAt);
}

/**
 * Tracks how long each process has made no progress, by the asking process's own clock, so that clocks need
 * not agree.
 *
 * Silence counts only while the asking process can write. Reads still work when commits hang, and then living
 * processes can't write their signs. So the count restarts after the asking process could not write for a
 * while, stood still, or did not ask.
 */
export function createLiveness(): Liveness {
  let known: ReadonlyMap<string, Progress> = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;

  function progress(sign: Sign, at: number): Progress {
    const before = known.get(sign.epoch);
    return before === undefined || storedUntil(before.sign) !== storedUntil(sign)
      ? { sign, sinceAt: at }
      : before;
  }

  function isDeadAt({ epoch }: Sign, at: number): boolean {
    return at - (known.get(epoch)?.sinceAt ?? at) > DEAD_AFTER_MS;
  }

  return {
    look(signs, at, wroteAt) {
      const wasAway = Math.abs(at - lookedAt) > AWAY_AFTER_MS;
      const isMute = Math.abs(at - wroteAt) > UNWRITTEN_MS_MAX;
      if (wasAway || isMute) known = new Map();
      lookedAt = at;
      known = new Map(signs.map((sign) => [sign.epoch, progress(sign, at)]));
      return {
        live: signs.filter((sign) => !isDeadAt(sign, at)),
        silent: signs.filter(
          (sign) => isDeadAt(sign, at) && known.get(sign.epoch)?.sign.seenAt === sign.seenAt,
        ),
      };
    },
    isDead(sign) {
      const last = known.get(sign.epoch);
      return last !== undefined && isDeadAt(sign, lookedAt) && storedUntil(last.sign) === storedUntil(sign);
    },
  };
}
