/** How long a process may go without progress before it counts as dead. */
const DEAD_AFTER_MS = 10_000;
/**
 * Pause after which the asking process or the database was unavailable, so that silence proves nothing about
 * other processes.
 */
const AWAY_AFTER_MS = 5000;
/** How long without a committed write the asking process assumes that no process can write. */
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
  /** When the asking process first saw this state. */
  readonly sinceAt: number;
}

export interface Liveness {
  /**
   * Finds dead processes by their current reports. `silent` ones send no new reports; other dead ones still
   * report, but make no progress.
   * @param wroteAt start of the asking process's last committed write
   */
  look(
    signs: readonly Sign[],
    at: number,
    wroteAt: number,
  ): { readonly live: readonly Sign[]; readonly silent: readonly Sign[] };
  /** Whether a process was dead at the last check and has made no progress since. */
  isDead(sign: Sign): boolean;
}

export function storedUntil({ seenAt, waitingFrom }: Sign): number {
  return Math.min(seenAt, waitingFrom ?? seenAt);
}

/**
 * Tracks how long each process has made no progress. Uses the asking process's clock, so that clocks need not
 * agree. Silence counts only while the asking process itself can write, because commits may hang while reads
 * work. The count therefore restarts after a time in which it could not write, was stalled, or did not ask.
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
