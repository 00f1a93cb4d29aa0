/** A process that gets on neither in being there nor in storing what it took is taken for dead after so long. */
const DEAD_AFTER_MS = 10_000;
/** Above this the asking process was away itself, or the database was, and silence says nothing about another process. */
const AWAY_AFTER_MS = 5000;
/** Above this the asking process can't write, and must assume that no other process can. */
const UNWRITTEN_MS_MAX = 2000;

/** What a process that takes pings has last said. */
export interface Sign {
  readonly epoch: string;
  readonly seenAt: number;
  /** When its oldest ping came that is neither applied nor in the shared queue; null when there is none. */
  readonly waitingFrom: number | null;
  /** Whether new pings go to its spool. */
  readonly keeps: boolean;
}

interface Progress {
  readonly sign: Sign;
  /** When the asking process first saw that it had got so far. */
  readonly sinceAt: number;
}

export interface Liveness {
  /**
   * Tells the living from the dead, by all signs that are there at a time. `silent` are those of the dead that say nothing any
   * more; the others still speak, and are stuck.
   *
   * @param wroteAt when the asking process began its last write that was committed
   */
  look(
    signs: readonly Sign[],
    at: number,
    wroteAt: number,
  ): { readonly live: readonly Sign[]; readonly silent: readonly Sign[] };
  /** Whether a process was dead at the last look, and has not got on since. */
  isDead(sign: Sign): boolean;
}

/** All that a process has stored, it stored up to here. */
export function storedUntil({ seenAt, waitingFrom }: Sign): number {
  return Math.min(seenAt, waitingFrom ?? seenAt);
}

/**
 * Remembers how long each process has not got on, by the time of the asking process: clocks need not agree.
 *
 * Silence counts only while the asking process can write. Reads go on working when commits hang, and then a process that lives
 * can say nothing: so the count begins anew when the asking process could not write for a while, stood still, or did not ask.
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
