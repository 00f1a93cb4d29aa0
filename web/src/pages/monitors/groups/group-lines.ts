import type { Grouping } from '@overdue/domain/views/list-view.ts';
import { groupRows, type RowGroup } from '@overdue/domain/views/monitor-groups.ts';

type Grouped = Parameters<typeof groupRows>[0][number];

/** Header of a group in the list. Unlike the ID of a monitor, its ID contains a colon. */
export interface Group extends Pick<RowGroup<Grouped>, 'key' | 'worst'> {
  readonly id: string;
  readonly count: number;
  readonly isClosed: boolean;
}

interface GroupLines {
  /** IDs of headers and monitors in display order. */
  readonly lines: readonly string[];
  readonly groups: ReadonlyMap<string, Group>;
}

/** Always the same object, so that an ungrouped list is not measured again. */
const NO_GROUPS: ReadonlyMap<string, Group> = new Map();

/** Puts the monitors of each group below its header. A closed group shows only its header. */
export function groupLines<Row extends Grouped & { readonly monitor: { readonly shortID: string } }>(
  order: readonly string[],
  find: (shortID: string) => Row | undefined,
  { by, closed }: { readonly by: Grouping; readonly closed: readonly string[] },
): GroupLines {
  if (by === 'none') return { lines: order, groups: NO_GROUPS };
  const groups = new Map<string, Group>();
  const lines: string[] = [];
  for (const { key, rows, worst } of groupRows(
    order.flatMap((shortID) => find(shortID) ?? []),
    by,
  )) {
    const id = `group:${key}`;
    const isClosed = closed.includes(key);
    groups.set(id, { id, key, count: rows.length, worst, isClosed });
    lines.push(id);
    if (!isClosed) for (const { monitor } of rows) lines.push(monitor.shortID);
  }
  return { lines, groups };
}
