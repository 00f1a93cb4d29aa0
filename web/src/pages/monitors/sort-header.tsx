// biome-ignore-all lint/a11y/useSemanticElements: rows are absolutely positioned, which table rows can't be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside has the focus.
import type { ReactNode } from 'react';
import type { Sort } from '../../data/monitors/monitor-view.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';

/** Direction of each order that a column header offers. */
const DIRECTIONS = {
  name: 'ascending',
  project: 'ascending',
  last: 'descending',
  next: 'ascending',
  streak: 'descending',
} as const satisfies Partial<Record<Sort, 'ascending' | 'descending'>>;

interface SortHeaderProps {
  readonly sort: keyof typeof DIRECTIONS;
  readonly title: string;
  readonly current: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Whether the column is aligned to the right. */
  readonly isRight?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Column header that sorts the list. A second click returns to the default order. */
export function SortHeader(props: SortHeaderProps) {
  const { sort, title, current, onSort, isRight = false, className, children } = props;
  const isSorted = sort === current;
  const direction = DIRECTIONS[sort];
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? direction : undefined}
      className={classNames('min-w-0 whitespace-nowrap', isRight && 'text-right', className)}
    >
      <span className="relative inline-flex max-w-full">
        <button
          type="button"
          onClick={() => onSort(isSorted ? 'worst' : sort)}
          className={classNames('truncate rounded-sm py-1 hover:text-ink', isSorted && 'text-ink')}
        >
          {title}
        </button>
        {isSorted ? (
          <Icon
            name="chevron-down"
            // In the gap between the columns, so that the title keeps its room.
            className={classNames(
              'absolute top-1/2 size-3 -translate-y-1/2',
              isRight ? 'right-full' : 'left-full',
              direction === 'ascending' && 'rotate-180',
            )}
          />
        ) : null}
      </span>
      {children}
    </span>
  );
}
