/**
 * Failures in a row after which a channel counts as sick: then one attempt at a time finds out whether it is well again. As
 * many as may be under way at once, so that one that often fails and often works is not taken for one that is dead.
 */
const SICK_AFTER = 8;
const PROBE_FIRST_MS = 1000;
const PROBE_MOST_MS = 60_000;

/** What this process has seen of each channel. Times are epoch milliseconds. */
export interface ChannelHealth {
  started(channelID: number): void;
  /** @returns whether the channel was sick and is well again */
  ended(channelID: number, worked: boolean, now: number): boolean;
  /** How many more attempts each channel may begin; channels that are not named may have all. */
  room(perChannel: number, now: number): ReadonlyMap<number, number>;
  /** When the next sick channel is tried again; null when none waits for that. */
  nextProbeAt(now: number): number | null;
}

interface Seen {
  underWay: number;
  failures: number;
  probeAt: number;
}

/**
 * Keeps one sick channel from holding up others, and itself from being hammered. Only channels with attempts under way or
 * failures behind them are remembered.
 */
export function createChannelHealth(): ChannelHealth {
  const channels = new Map<number, Seen>();
  return {
    started(channelID) {
      const seen = channels.get(channelID) ?? { underWay: 0, failures: 0, probeAt: 0 };
      seen.underWay += 1;
      channels.set(channelID, seen);
    },
    ended(channelID, worked, now) {
      const seen = channels.get(channelID);
      if (seen === undefined) return false;
      const wasSick = seen.failures >= SICK_AFTER;
      seen.underWay -= 1;
      seen.failures = worked ? 0 : seen.failures + 1;
      if (seen.failures >= SICK_AFTER) {
        const waitMs = PROBE_FIRST_MS * 2 ** Math.min(seen.failures - SICK_AFTER, 10);
        seen.probeAt = now + Math.min(waitMs, PROBE_MOST_MS);
      }
      if (seen.underWay === 0 && seen.failures === 0) channels.delete(channelID);
      return worked && wasSick;
    },
    room(perChannel, now) {
      return new Map(
        [...channels].map(([channelID, seen]) => {
          const most = seen.failures < SICK_AFTER ? perChannel : seen.probeAt <= now ? 1 : 0;
          return [channelID, Math.max(0, most - seen.underWay)];
        }),
      );
    },
    nextProbeAt(now) {
      const times = [...channels.values()]
        .filter(({ failures, probeAt }) => failures >= SICK_AFTER && probeAt > now)
        .map(({ probeAt }) => probeAt);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
