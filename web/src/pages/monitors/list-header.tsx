// biome-ignore-all lint/a11y/useSemanticElements: rows are absolutely positioned, which table rows can't be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is in the links of the rows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside has the focus.

import type { Sort } from '@overdue/domain/views/list-view.ts';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowCheckbox } from '../../ui/selection/row-checkbox.tsx';
import { FROM_LAST, FROM_PROJECT, FROM_SCHEDULE, gridClass } from './columns.ts';
import { words } from './words.ts';

const { columns } = words;

interface ListHeaderProps {
  readonly order: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly maySelect: boolean;
  readonly onAll: (selected: boolean) => void;
  readonly headerTop: number;
  readonly hasProject: boolean;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Button that updates an outdated order; null if the order is current. */
  readonly orderChip: ReactNode;
}

export function ListHeader(props: ListHeaderProps) {
  const { order, selected, maySelect, onAll, headerTop, hasProject, orderChip } = props;
  const sorting = { current: props.sort, onSort: props.onSort };
  const isAll = selected.size > 0 && order.length > 0 && order.every((shortID) => selected.has(shortID));
  return (
    <div role="rowgroup" className="sticky z-10 rounded-t-lg bg-panel" style={{ top: headerTop }}>
      <div
        role="row"
        aria-rowindex={1}
        className={classNames(
          gridClass({ hasProject }),
          'h-9 border-b border-line text-xs font-medium text-soft',
        )}
      >
        <span role="columnheader">
          {maySelect ? (
            <RowCheckbox
              label={words.selectAll}
              checked={isAll || (selected.size > 0 && 'mixed')}
              tabIndex={0}
              onToggle={() => onAll(!isAll)}
              onRange={() => onAll(!isAll)}
            />
          ) : (
            <span className="sr-only">{columns.select}</span>
          )}
        </span>
        <span role="columnheader">
          <span className="sr-only">{words.columns.status}</span>
        </span>
        <SortHeader {...sorting} column="name" title={columns.name} className="flex items-center">
          <span className="ml-auto min-w-0 pl-5">{orderChip}</span>
        </SortHeader>
        {hasProject ? (
          <SortHeader {...sorting} column="project" title={columns.project} className={FROM_PROJECT} />
        ) : null}
        <span role="columnheader" className={FROM_PROJECT}>
          {columns.tags}
        </span>
        <span role="columnheader" className={FROM_SCHEDULE}>
          {columns.schedule}
        </span>
        <span role="columnheader">{columns.runs}</span>
        <SortHeader {...sorting} column="last" title={columns.last} isRight className={FROM_LAST} />
        <SortHeader {...sorting} column="next" title={columns.next} isRight />
        <SortHeader {...sorting} column="streak" title={columns.streak} isRight />
      </div>
    </div>
  );
}

interface ColumnOrder {
  readonly sort: Sort;
  readonly direction: 'ascending' | 'descending';
}

/** Orders that a column header offers, in the order of clicks. */
const ORDERS = {
  name: [
    { sort: 'name', direction: 'ascending' },
    { sort: 'nameDescending', direction: 'descending' },
  ],
  project: [{ sort: 'project', direction: 'ascending' }],
  last: [
    { sort: 'last', direction: 'descending' },
    { sort: 'lastAscending', direction: 'ascending' },
  ],
  next: [{ sort: 'next', direction: 'ascending' }],
  streak: [{ sort: 'streak', direction: 'descending' }],
} as const satisfies Readonly<Record<string, readonly ColumnOrder[]>>;

interface SortHeaderProps {
  readonly column: keyof typeof ORDERS;
  readonly title: string;
  readonly current: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Whether the column is aligned to the right. */
  readonly isRight?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Column header that sorts the list. Further clicks reverse the order, where that is useful, and return to the default order. */
function SortHeader(props: SortHeaderProps) {
  const { column, title, current, onSort, isRight = false, className, children } = props;
  const orders: readonly ColumnOrder[] = ORDERS[column];
  const place = orders.findIndex(({ sort }) => sort === current);
  const order = orders[place];
  const next = orders[place + 1]?.sort ?? 'worst';
  return (
    <span
      role="columnheader"
      aria-sort={order?.direction}
      className={classNames('min-w-0 whitespace-nowrap', isRight && 'text-right', className)}
    >
      <span className="relative inline-flex max-w-full">
        <button
          type="button"
          onClick={() => onSort(next)}
          className={classNames('truncate rounded-sm py-1 hover:text-ink', order !== undefined && 'text-ink')}
        >
          {title}
        </button>
        {order === undefined ? null : (
          <Icon
            name="chevron-down"
            // The icon is in the gap between the columns, so that the title has enough room.
            className={classNames(
              'absolute top-1/2 size-3 -translate-y-1/2',
              isRight ? 'right-full' : 'left-full',
              order.direction === 'ascending' && 'rotate-180',
            )}
          />
        )}
      </span>
      {children}
    </span>
  );
}
