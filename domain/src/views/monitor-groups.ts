import type { Status } from '../monitor/state.ts';
import { type Grouping, STATUSES_WORST_FIRST } from './list-view.ts';
import type { ListedMonitor } from './monitor-rows.ts';

interface GroupedRow {
  readonly monitor: Pick<ListedMonitor, 'projectShortID' | 'tags'>;
  readonly status: Status;
}

/** Monitors of a project, or with the same first tag. */
export interface RowGroup<Row extends GroupedRow> {
  /** Short ID of the project, or the tag; '' for monitors without a tag. */
  readonly key: string;
  /** At least one row. */
  readonly rows: readonly Row[];
  /** Worst status of the group's monitors. */
  readonly worst: Status;
}

/**
 * Groups the rows without reordering them. Groups follow the order of their first rows. If the rows are sorted worst first, the worst
 * group therefore comes first.
 */
export function groupRows<Row extends GroupedRow>(
  rows: readonly Row[],
  by: Exclude<Grouping, 'none'>,
): readonly RowGroup<Row>[] {
  const members = new Map<string, Row[]>();
  for (const row of rows) {
    const key = by === 'project' ? row.monitor.projectShortID : (row.monitor.tags[0] ?? '');
    const own = members.get(key);
    if (own === undefined) members.set(key, [row]);
    else own.push(row);
  }
  return [...members].map(([key, own]) => ({ key, rows: own, worst: worstOf(own) }));
}

function worstOf(rows: readonly GroupedRow[]): Status {
  const found = new Set(rows.map(({ status }) => status));
  return STATUSES_WORST_FIRST.find((status) => found.has(status)) ?? 'up';
}
