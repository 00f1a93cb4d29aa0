/**
 * Consecutive failures that make a channel unhealthy. Must be at least the number of a channel's concurrent attempts, because one
 * short fault may fail all of them.
 */
const UNHEALTHY_AFTER = 8;
const PROBE_PAUSE_MS_MIN = 1000;
const PROBE_PAUSE_MS_MAX = 60_000;

/** Health of channels, as seen by this process. Times are epoch milliseconds. */
export interface ChannelBackoff {
  started(channelID: number): void;
  /** Records the end of an attempt. Returns whether the channel has just recovered. */
  ended(channelID: number, attempt: { readonly hasResponded: boolean; readonly now: number }): boolean;
  /** Returns how many more attempts each channel may start. Channels that aren't listed may start `perChannel`. */
  capacity(perChannel: number, now: number): ReadonlyMap<number, number>;
  /** Returns when the next unhealthy channel may be probed; null if none is waiting. */
  nextProbeAt(now: number): number | null;
}

interface ChannelState {
  inProgress: number;
  failures: number;
  probeAt: number;
}

/**
 * Limits an unhealthy channel to one attempt at a time, as a probe. The channel then neither delays other channels nor is
 * flooded.
 */
export function createChannelBackoff(): ChannelBackoff {
  const channels = new Map<number, ChannelState>();
  return {
    started(channelID) {
      const health = channels.get(channelID) ?? { inProgress: 0, failures: 0, probeAt: 0 };
      health.inProgress += 1;
      channels.set(channelID, health);
    },
    ended(channelID, { hasResponded, now }) {
      const health = channels.get(channelID);
      if (health === undefined) return false;
      const wasUnhealthy = health.failures >= UNHEALTHY_AFTER;
      health.inProgress -= 1;
      health.failures = hasResponded ? 0 : health.failures + 1;
      if (health.failures >= UNHEALTHY_AFTER) {
        const waitMs = PROBE_PAUSE_MS_MIN * 2 ** Math.min(health.failures - UNHEALTHY_AFTER, 10);
        health.probeAt = now + Math.min(waitMs, PROBE_PAUSE_MS_MAX);
      }
      if (health.inProgress === 0 && health.failures === 0) channels.delete(channelID);
      return hasResponded && wasUnhealthy;
    },
    capacity(perChannel, now) {
      return new Map(
        [...channels].map(([channelID, health]) => {
          const most = health.failures < UNHEALTHY_AFTER ? perChannel : health.probeAt <= now ? 1 : 0;
          return [channelID, Math.max(0, most - health.inProgress)];
        }),
      );
    },
    nextProbeAt(now) {
      const times = [...channels.values()]
        .filter(({ failures, probeAt }) => failures >= UNHEALTHY_AFTER && probeAt > now)
        .map(({ probeAt }) => probeAt);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
