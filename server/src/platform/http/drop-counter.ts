import { networkOf } from '@overdue/domain/network.ts';
import { unmapAddress } from './remote-address.ts';

/** Number of dropped connections at which new connections from the address are refused. */
const DROPPED_MAX = 256;
/** How much each sweep lowers an address's count: 64 a second. */
const FORGOTTEN_PER_SWEEP = 32;

/** Counts, per address, the connections that the server closed without a response to make room. */
export interface DropCounter {
  /** Counts a closed connection. `network` is null for a trusted proxy, whose connections never count. */
  add(network: string | null): void;
  /** Whether to refuse new connections of an address. */
  isExceededBy(address: string): boolean;
  /** Lowers each address's count a little. */
  sweep(): void;
}

export function createDropCounter(): DropCounter {
  const counts = new Map<string, number>();
  return {
    add(network) {
      if (network !== null) counts.set(network, (counts.get(network) ?? 0) + 1);
    },
    isExceededBy: (address) =>
      counts.size > 0 && (counts.get(networkOf(unmapAddress(address))) ?? 0) >= DROPPED_MAX,
    sweep() {
      for (const [network, count] of counts)
        if (count > FORGOTTEN_PER_SWEEP) counts.set(network, count - FORGOTTEN_PER_SWEEP);
        else counts.delete(network);
    },
  };
}
