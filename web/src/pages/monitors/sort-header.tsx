// biome-ignore-all lint/a11y/useSemanticElements: rows are absolutely positioned, which table rows can't be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside has the focus.
import type { ReactNode } from 'react';
import type { Sort } from '../../data/monitors/monitor-view.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';

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
export function SortHeader(props: SortHeaderProps) {
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
