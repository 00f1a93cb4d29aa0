import type { IncomingMessage } from 'node:http';
import { AppError } from '@overdue/domain/error.ts';
import { networkOf } from '@overdue/domain/network.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

export interface PingRates {
  readonly pingRate: RateLimit<number>;
  /** Rate limit per address for refused requests. */
  readonly missRate: RateLimit<string>;
  readonly metrics: Metrics;
  readonly remoteAddress: (request: IncomingMessage) => string;
}

/** Throws `rate_limited` if the monitor has used up its pings. */
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

/**
 * Counts a request without effect against the limit of its address: a refused request, an envelope without check-ins, or a ping
 * that can't be checked while the database is unavailable. Returns the refusal if the address has exceeded the limit.
 */
export function countMiss(
  { missRate, metrics, remoteAddress }: Omit<PingRates, 'pingRate'>,
  request: IncomingMessage,
  now: number,
): AppError | null {
  const wait = missRate.take(networkOf(remoteAddress(request)), now);
  if (wait === null) return null;
  metrics.pings.rateLimited.inc();
  return new AppError(
    'rate_limited',
    'Too many refused pings from this address. Wait before the next request.',
    { retryAfterSeconds: wait },
  );
}

/** Counts a ping for an ID that can't be checked while the database is unavailable. Throws if the limit is exceeded. */
export function limitMisses(rates: Omit<PingRates, 'pingRate'>, request: IncomingMessage, now: number): void {
  const refusal = countMiss(rates, request, now);
  if (refusal !== null) throw refusal;
}
