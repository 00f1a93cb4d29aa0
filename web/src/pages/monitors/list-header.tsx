// biome-ignore-all lint/a11y/useSemanticElements: rows are absolutely positioned, which table rows can't be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is in the links of the rows.
import type { ReactNode } from 'react';
import type { Sort } from '../../data/monitors/monitor-view.ts';
import { classNames } from '../../ui/class-names.ts';
import { RowCheckbox } from '../../ui/selection/row-checkbox.tsx';
import { FROM_LAST, FROM_PROJECT, FROM_SCHEDULE, gridClass } from './columns.ts';
import { SortHeader } from './sort-header.tsx';
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
