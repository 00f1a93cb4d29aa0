import type { Share } from '@overdue/domain/access/share.ts';
import { STATUSES, type Status, statusAt } from '@overdue/domain/monitor/state.ts';
import type { MonitorRecord } from '../database/records.ts';
import type { MonitorFilter, MonitorStore } from '../monitors/contract.ts';
import { yieldToPings } from '../platform/runtime/yield-to-pings.ts';

type Reader = Pick<MonitorStore, 'listMonitors' | 'findMonitors'>;
type Scope = Pick<Share, 'teamID' | 'scope'>;

/** Monitors read per query. Kept small so that pings don't wait long. */
const CHUNK = 250;

/** Reads the monitors of a share, oldest first. `isCut` is true if there are more than `max`. */
export async function readShared(
  store: Reader,
  share: Scope,
  max: number,
): Promise<{ readonly monitors: readonly MonitorRecord[]; readonly isCut: boolean }> {
  const monitors: MonitorRecord[] = [];
  for await (const chunk of monitorPages(store, share)) {
    monitors.push(...chunk);
    if (monitors.length > max) return { monitors: monitors.slice(0, max), isCut: true };
  }
  return { monitors, isCut: false };
}

export type StatusCounts = Readonly<Record<Status, number>>;

export async function countShared(store: Reader, share: Scope, now: number): Promise<StatusCounts> {
  const counts = new Map<Status, number>();
  for await (const chunk of monitorPages(store, share)) {
    for (const monitor of chunk) {
      const status = statusAt(monitor, now);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
  return countsOf(counts);
}

export function tallyStatuses(statuses: readonly Status[]): StatusCounts {
  return countsOf(
    new Map(STATUSES.map((status) => [status, statuses.filter((candidate) => candidate === status).length])),
  );
}

function countsOf(counts: ReadonlyMap<Status, number>): StatusCounts {
  const count = (status: Status) => counts.get(status) ?? 0;
  return {
    new: count('new'),
    up: count('up'),
    late: count('late'),
    failing: count('failing'),
    down: count('down'),
    paused: count('paused'),
  };
}

async function* monitorPages(
  store: Reader,
  { teamID, scope }: Scope,
): AsyncGenerator<readonly MonitorRecord[]> {
  if (scope.kind === 'monitor') {
    yield await store.findMonitors(teamID, { shortIDs: [scope.shortID] });
    return;
  }
  const filter: MonitorFilter = {
    ...(scope.kind === 'project' ? { projectShortID: scope.projectShortID } : {}),
    ...(scope.kind === 'tag' ? { tag: scope.tag } : {}),
  };
  for (let afterID = 0; ; ) {
    const chunk = await store.listMonitors(teamID, { ...filter, afterID, limit: CHUNK });
    yield chunk.map(({ read }) => read());
    if (chunk.length < CHUNK) return;
    afterID = chunk.at(-1)?.id ?? afterID;
    await yieldToPings();
  }
}
