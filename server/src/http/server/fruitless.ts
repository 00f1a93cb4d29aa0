import { networkOf } from '../../domain/network.ts';
import { unmapped } from '../remote-address.ts';

/** Connections of an address closed without an answer after which new ones are refused. */
const FRUITLESS_MAX = 256;
/** Connections of an address forgotten per sweep: 64 a second. */
const FORGOTTEN_PER_SWEEP = 32;

/** Counts, by address, the connections that the server closed without an answer for lack of room. */
export interface Fruitless {
  /** Counts a connection. Those of trusted proxies, which have no network, never count. */
  add(network: string | null): void;
  /** Returns true if new connections from an address are refused, because they would only cost memory. */
  isExceededBy(address: string): boolean;
  /** Forgets some connections of each address. */
  sweep(): void;
}

export function createFruitless(): Fruitless {
  const counts = new Map<string, number>();
  return {
    add(network) {
      if (network !== null) counts.set(network, (counts.get(network) ?? 0) + 1);
    },
    isExceededBy: (address) =>
      counts.size > 0 && (counts.get(networkOf(unmapped(address))) ?? 0) >= FRUITLESS_MAX,
    sweep() {
      for (const [network, count] of counts)
        if (count > FORGOTTEN_PER_SWEEP) counts.set(network, count - FORGOTTEN_PER_SWEEP);
        else counts.delete(network);
    },
  };
}
