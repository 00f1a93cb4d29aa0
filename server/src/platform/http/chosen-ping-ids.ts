import { networkOf } from '@overdue/domain/network.ts';
import { isGuessablePingID } from '@overdue/domain/ping/ping.ts';
import type { Clock } from '../runtime/clock.ts';
import { createRateLimit } from './rate-limit.ts';

/** As many as unknown ping IDs per address over HTTP by default, so that nothing finds ping IDs faster than pinging them. */
const TRIES_PER_SECOND = 10;
/** Enough for a dry run and an import of the maximum size. */
const TRIES_BURST = 40_000;
const LIMITED_KEYS_MAX = 100_000;

export interface ChosenBy {
  readonly teamID: string;
  readonly address: string;
}

/**
 * Limits how many guessable ping IDs a team, and a network, may choose for its monitors. A refusal shows that another team has
 * the ping ID, so without a limit a member could find the ping IDs of other teams, and ping their monitors.
 */
export interface ChosenPingIDs {
  /** Counts a guessable ping ID. If the result is false, the caller must answer as if the ping ID were taken. */
  mayTry(normalizedPingID: string, by: ChosenBy): boolean;
}

export function createChosenPingIDs(clock: Pick<Clock, 'monotonic'>): ChosenPingIDs {
  const tries = createRateLimit<string>({
    perSecond: TRIES_PER_SECOND,
    burst: TRIES_BURST,
    keysMax: LIMITED_KEYS_MAX,
  });
  return {
    mayTry(normalizedPingID, { teamID, address }) {
      if (!isGuessablePingID(normalizedPingID)) return true;
      const now = clock.monotonic();
      const waits = [`team ${teamID}`, `network ${networkOf(address)}`].map((key) => tries.take(key, now));
      return waits.every((wait) => wait === null);
    },
  };
}
