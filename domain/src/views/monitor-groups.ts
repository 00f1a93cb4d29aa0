import type { Status } from '../monitor/state.ts';
import { type Grouping, STATUSES_WORST_FIRST } from './list-view.ts';
import type { ListedMonitor } from './monitor-rows.ts';

interface GroupedRow {
  readonly monitor: Pick<ListedMonitor, 'projectShortID' | 'tags'>;
  readonly status: Status;
}

/** Header of a group in the list. Unlike the ID of a monitor, its ID contains a colon. */
export interface Group {
  readonly id: string;
  /** Value in the URL; '' for monitors without a tag. */
  readonly key: string;
  readonly count: number;
  /** Worst status of the group's monitors. */
  readonly worst: Status;
  readonly isClosed: boolean;
}

export interface GroupedList {
  /** IDs of headers and monitors in display order. */
  readonly lines: readonly string[];
  readonly groups: ReadonlyMap<string, Group>;
}

/** Always the same object, so that an ungrouped list is not measured again. */
const NO_GROUPS: ReadonlyMap<string, Group> = new Map();

/**
 * Puts the rows of each group below a header without reordering them. Groups follow the order of their first rows. If the rows
 * are sorted worst first, the worst group therefore comes first.
 */
export function groupRows(
  order: readonly string[],
  find: (shortID: string) => GroupedRow | undefined,
  { by, closed }: { readonly by: Grouping; readonly closed: ReadonlySet<string> },
): GroupedList {
  if (by === 'none') return { lines: order, groups: NO_GROUPS };
  const members = new Map<string, string[]>();
  const worst = new Map<string, Status>();
  for (const shortID of order) {
    const row = find(shortID);
    if (row === undefined) continue;
    const key = by === 'project' ? row.monitor.projectShortID : (row.monitor.tags[0] ?? '');
    const own = members.get(key);
    if (own === undefined) members.set(key, [shortID]);
    else own.push(shortID);
    const before = worst.get(key);
    if (
      before === undefined ||
      STATUSES_WORST_FIRST.indexOf(row.status) < STATUSES_WORST_FIRST.indexOf(before)
    )
      worst.set(key, row.status);
  }
  const groups = new Map<string, Group>();
  const lines: string[] = [];
  for (const [key, own] of members) {
    const id = `group:${key}`;
    const isClosed = closed.has(key);
    groups.set(id, { id, key, count: own.length, worst: worst.get(key) ?? 'up', isClosed });
    lines.push(id, ...(isClosed ? [] : own));
  }
  return { lines, groups };
}
