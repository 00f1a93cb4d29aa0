import type { IncomingMessage } from 'node:http';
import { AppError } from '../../domain/error.ts';
import { networkOf } from '../../domain/network.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { RateLimit } from '../limits/rate-limit.ts';

export interface PingRates {
  readonly pingRate: RateLimit<number>;
  /** Rate limit per address for requests with unknown ping IDs. */
  readonly missRate: RateLimit<string>;
  readonly metrics: Metrics;
  readonly remoteAddress: (request: IncomingMessage) => string;
}

/** Limits the pings of a monitor. */
export function limitPings(
  { pingRate, metrics }: Pick<PingRates, 'pingRate' | 'metrics'>,
  monitorID: number,
  now: number,
): void {
  const wait = pingRate.take(monitorID, now);
  if (wait === null) return;
  metrics.pings.rateLimited.inc();
  throw new AppError('rate_limited', 'This monitor is pinged too often. Wait before the next ping.', {
    retryAfterSeconds: wait,
  });
}

/** Limits requests per address: for unknown IDs, and for IDs that can't be checked while the database is unavailable. */
export function limitMisses(
  { missRate, metrics, remoteAddress }: Omit<PingRates, 'pingRate'>,
  request: IncomingMessage,
  now: number,
): void {
  const wait = missRate.take(networkOf(remoteAddress(request)), now);
  if (wait === null) return;
  metrics.pings.rateLimited.inc();
  throw new AppError(
    'rate_limited',
    'Too many unknown ping URLs from this address. Wait before the next request.',
    { retryAfterSeconds: wait },
  );
}
