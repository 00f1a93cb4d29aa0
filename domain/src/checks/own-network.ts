import { type CheckCode, NETWORK_CODES } from './check-result.ts';

/** How long a result counts as recent. */
export const RECENT_MS = 30_000;
/** Minimum hosts whose results must turn to network failures. */
const TURNED_HOSTS_MIN = 5;
/** Minimum share of the recently checked hosts that must have turned, as 1/part. */
const TURNED_PART = 2;

/** Whether recent checks reached a host. Epoch milliseconds. */
export interface HostHealth {
  readonly checkedAt: number;
  /** Start of the unbroken series of network failures; null if the last check reached the host. */
  readonly unreachableSince: number | null;
}

/**
 * Returns the health of a host after another check. A result that says something about the target, such as a wrong status, proves that
 * the network works. `before`: undefined for a host that was never checked.
 */
export function healthAfter(
  before: HostHealth | undefined,
  { at, code }: { readonly at: number; readonly code: CheckCode | null },
): HostHealth {
  const isFailure = code !== null && NETWORK_CODES.has(code);
  return { checkedAt: at, unreachableSince: isFailure ? (before?.unreachableSince ?? at) : null };
}

/**
 * Whether the checker's own network may be the cause of the recent failures: at least five hosts, and at least half of the recently
 * checked hosts, became unreachable within the last 30 seconds. Each host counts once, however many monitors it has. Hosts that were
 * unreachable before prove nothing and don't count.
 */
export function mayBeOwnNetwork(hosts: Iterable<HostHealth>, now: number): boolean {
  const since = now - RECENT_MS;
  let turned = 0;
  let counted = 0;
  for (const { checkedAt, unreachableSince } of hosts) {
    if (checkedAt < since || (unreachableSince !== null && unreachableSince < since)) continue;
    counted += 1;
    if (unreachableSince !== null) turned += 1;
  }
  return turned >= TURNED_HOSTS_MIN && turned * TURNED_PART >= counted;
}
