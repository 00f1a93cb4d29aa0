/** A process that gets on neither in being there nor in storing what it took is taken for dead after so long. */
const DEAD_AFTER_MS = 10_000;
/** Above this the one who asks was away itself, or the database was, and nobody can be blamed for silence. */
const AWAY_AFTER_MS = 5000;

/** What a process that takes pings has last said. */
export interface Sign {
  readonly epoch: string;
  readonly seenAt: number;
  /** When its oldest ping came that is not in the database; null when all are. */
  readonly waitingFrom: number | null;
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
   */
  look(
    signs: readonly Sign[],
    at: number,
  ): { readonly live: readonly Sign[]; readonly silent: readonly Sign[] };
}

/** All that a process has stored, it stored up to here. */
export function storedUntil({ seenAt, waitingFrom }: Sign): number {
  return Math.min(seenAt, waitingFrom ?? seenAt);
}

/** Remembers how long each process has not got on, by the time of the one who asks: clocks need not agree. */
export function createLiveness(): Liveness {
  let known: ReadonlyMap<string, Progress> = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;

  function progress(sign: Sign, at: number): Progress {
    const before = known.get(sign.epoch);
    return before === undefined || storedUntil(before.sign) !== storedUntil(sign)
      ? { sign, sinceAt: at }
      : before;
  }

  return {
    look(signs, at) {
      if (Math.abs(at - lookedAt) > AWAY_AFTER_MS) known = new Map();
      lookedAt = at;
      const now = new Map(signs.map((sign) => [sign.epoch, progress(sign, at)]));
      known = now;
      const isDead = ({ epoch }: Sign) => at - (now.get(epoch)?.sinceAt ?? at) > DEAD_AFTER_MS;
      return {
        live: signs.filter((sign) => !isDead(sign)),
        silent: signs.filter((sign) => isDead(sign) && now.get(sign.epoch)?.sign.seenAt === sign.seenAt),
      };
    },
  };
}
