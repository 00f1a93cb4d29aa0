import type { Connection } from './connection.ts';

/** Maximum connections of one address that may make no progress for longer than {@link PATIENCE_SWEEPS}. */
const IDLE_PER_ADDRESS_MAX = 256;
/** Maximum fraction of all connections that one address may keep without progress. */
const IDLE_SHARE = 1 / 4;
/** 5 s. During a burst, the server may need this long to read a request. Until then, the connection must not count as idle. */
const PATIENCE_SWEEPS = 10;
/** 1 s. A request or a response without progress for this long is stalled. */
const STALLED_SWEEPS = 2;
/** Turns of the event loop within which the server reads a request that arrives together with its connection. */
const UNREAD_TURNS = 2;

/** Returns each address's connections without progress that exceed the limit, least useful first. */
export function findIdleExcess(open: ReadonlySet<Connection>, max: number): readonly Connection[] {
  const limit = Math.min(IDLE_PER_ADDRESS_MAX, Math.max(1, Math.floor(max * IDLE_SHARE)));
  if (open.size <= limit) return [];
  const idle: Connection[] = [];
  for (const connection of open)
    if (connection.idleSweeps >= PATIENCE_SWEEPS && connection.network !== null && !connection.isEnding)
      idle.push(connection);
  if (idle.length <= limit) return [];
  return [...byNetwork(idle).values()].flatMap((group) =>
    group.length <= limit ? [] : group.sort(leastUsefulFirst).slice(0, group.length - limit),
  );
}

/**
 * Returns connections to close to make room for new ones: the least useful connections of the address with the most idle or slow
 * connections. Returns connections of trusted proxies only if no other connection can be closed.
 */
export function findLeastUseful(
  open: ReadonlySet<Connection>,
  { turn, count }: { readonly turn: number; readonly count: number },
): readonly Connection[] {
  const largest = majorityNetworkOf(open);
  const closable: Connection[] = [];
  for (const connection of open) {
    const isYoung = connection.idleSweeps < STALLED_SWEEPS;
    if (isYoung && largest !== null && connection.network !== largest) continue;
    if (mayHaveBeenRead(connection, turn) && rank(connection) !== null) closable.push(connection);
  }
  const networks = byNetwork(closable);
  let largestGroup: Connection[] = [];
  for (const [network, group] of networks)
    if (network !== null && group.length > largestGroup.length) largestGroup = group;
  const crowd = largestGroup.length > 0 ? largestGroup : (networks.get(null) ?? []);
  return crowd.sort(leastUsefulFirst).slice(0, count);
}

/**
 * Returns connections to close to make room for a connection of `network`: the newest connections of the address that has more
 * than half of all connections. Returns none if that address is `network` itself.
 */
export function findNewestOfMajority(
  open: ReadonlySet<Connection>,
  { network, count }: { readonly network: string | null; readonly count: number },
): readonly Connection[] {
  const largest = majorityNetworkOf(open);
  if (largest === null || largest === network) return [];
  const majority = [...open]
    .filter((connection) => connection.network === largest && !connection.isEnding)
    .reverse();
  return majority.sort((a, b) => Number(a.unanswered > 0) - Number(b.unanswered > 0)).slice(0, count);
}

function majorityNetworkOf(open: ReadonlySet<Connection>): string | null {
  const counts = new Map<string, number>();
  for (const { network } of open) {
    if (network === null) continue;
    const count = (counts.get(network) ?? 0) + 1;
    if (count > open.size / 2) return network;
    counts.set(network, count);
  }
  return null;
}

/** False for a new connection whose request may be waiting to be read. */
function mayHaveBeenRead({ newest, idleSweeps, turn: openedIn }: Connection, turn: number): boolean {
  return newest !== null || idleSweeps >= STALLED_SWEEPS || turn - openedIn >= UNREAD_TURNS;
}

/** Ranks a connection; the lowest rank closes first. Null while a request is being answered or arrives quickly. */
function rank({ unanswered, idleSweeps, requestAgeSweeps, newest }: Connection): number | null {
  if (unanswered === 0) return 0;
  if (idleSweeps >= STALLED_SWEEPS) return 1;
  return newest?.req.complete === false && requestAgeSweeps >= PATIENCE_SWEEPS ? 2 : null;
}

function leastUsefulFirst(a: Connection, b: Connection): number {
  return (
    (rank(a) ?? 3) - (rank(b) ?? 3) || b.idleSweeps - a.idleSweeps || b.requestAgeSweeps - a.requestAgeSweeps
  );
}

function byNetwork(connections: readonly Connection[]): Map<string | null, Connection[]> {
  return Map.groupBy(connections, ({ network }) => network);
}
