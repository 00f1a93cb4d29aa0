import type { HttpBindings } from '@hono/node-server';
import { networkOf } from '@overdue/domain/network.ts';
import type { Context } from 'hono';
import type { Rate } from '../platform/config/config.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import { requireRate } from './authentication.ts';

const ADDRESSES_MAX = 100_000;

/** Throws `rate_limited` if the sender's address has exceeded its rate. */
export type AddressLimit<C = Context<{ Bindings: HttpBindings }>> = (context: C) => void;

export function createAddressLimit<C = Context<{ Bindings: HttpBindings }>>(options: {
  /** Rate per address; 0 per second turns the limit off. */
  readonly rate: Rate;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly remoteAddress: (context: C) => string;
}): AddressLimit<C> {
  const { rate, clock, remoteAddress } = options;
  if (rate.perSecond === 0) return () => {};
  const limit = createRateLimit<string>({ ...rate, keysMax: ADDRESSES_MAX });
  return (context) => {
    const network = networkOf(remoteAddress(context));
    requireRate(limit.take(network, clock.monotonic()), 'Too many requests from this address.');
  };
}
