import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { slideLaterRows } from './window/entrance.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Content of the column's header. Default: the title. */
  readonly head?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** Whether to show the title only to screen readers. */
  readonly isTitleHidden?: boolean;
  /** Whether the column takes the remaining width and wraps. Other columns stay on one line. */
  readonly isWide?: boolean;
  /** Share of the table's width, such as `w-1/3`, except on phones. Long text wraps. On phones, the cell comes last. */
  readonly share?: `w-${string}`;
  /** On phones, whether the cell shares the line of the preceding wide cell. */
  readonly isBesideWide?: boolean;
  /** Whether the cell has a line of its own on phones. */
  readonly isLastLine?: boolean;
  /** Whether phones omit the cell. */
  readonly isWideOnly?: boolean;
  /** On phones, whether a tap anywhere on the card opens the first link of the cell. */
  readonly opensByTap?: boolean;
  /** Whether the cell needs no label on phones. */
  readonly isUnlabelled?: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Key of the row that a link points to. */
  readonly marked?: string | undefined;
  /** Returns the heading of a row's group. Rows of a group must be consecutive. */
  readonly groupOf?: ((row: Row) => string) | undefined;
}

/** A table for up to a few hundred rows. On phones, rows become cards. */
export function Table<Row>({ label, columns, rows, rowKey, marked, groupOf }: TableProps<Row>) {
  const isTappable = columns.some(({ opensByTap }) => opensByTap === true);
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full text-table max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={classNames(
                  'h-9 whitespace-nowrap border-b border-line px-3 text-left text-xs font-medium text-soft first:pl-4 last:pr-4',
                  column.align === 'right' && 'text-right',
                  column.isWideOnly === true && 'max-md:hidden',
                  column.share ?? (column.isWide === true && 'w-full'),
                )}
              >
                {column.head ?? (
                  <span className={column.isTitleHidden === true ? 'sr-only' : undefined}>
                    {column.title}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={slideLaterRows} className="max-md:block">
          {rows.map((row, place) => (
            <Fragment key={rowKey(row)}>
              <GroupHeading
                group={groupOf?.(row)}
                before={groupBefore(rows[place - 1], groupOf)}
                span={columns.length}
              />
              <tr
                {...(rowKey(row) === marked ? { 'aria-current': true, tabIndex: -1 } : {})}
                className={classNames(
                  'scroll-mt-4 border-b border-line last:border-0 hover:bg-hover aria-[current=true]:bg-accent-wash max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-4 max-md:py-2',
                  isTappable &&
                    'max-md:relative max-md:[&_:is(a,button,label,input)]:relative max-md:[&_:is(a,button,label,input)]:z-10',
                )}
              >
                {columns.map((column, index) => (
                  <Cell
                    key={column.key}
                    column={column}
                    row={row}
                    isShared={columns[index + 1]?.isBesideWide === true}
                  />
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function groupBefore<Row>(row: Row | undefined, groupOf: TableProps<Row>['groupOf']): string | undefined {
  return row === undefined ? undefined : groupOf?.(row);
}

interface GroupHeadingProps {
  readonly group: string | undefined;
  readonly before: string | undefined;
  readonly span: number;
}

/** A row with the name of a group, above the first row of the group. */
function GroupHeading({ group, before, span }: GroupHeadingProps) {
  if (group === undefined || group === before) return null;
  return (
    <tr className="border-b border-line bg-sunken max-md:block">
      <th
        scope="rowgroup"
        colSpan={span}
        className="h-8 px-4 text-left text-xs font-medium text-soft max-md:flex max-md:items-center"
      >
        {group}
      </th>
    </tr>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  /** Whether the next cell is on the same line on phones. */
  readonly isShared: boolean;
}

function Cell<Row>({ column, row, isShared }: CellProps<Row>) {
  const {
    title,
    align,
    share,
    isBesideWide = false,
    isTitleHidden = false,
    isWideOnly = false,
    isLastLine = false,
    isWide = false,
    isUnlabelled = isWide || isBesideWide,
    opensByTap = false,
  } = column;
  const content = column.cell(row);
  const isEmpty = content === null || content === undefined || content === '';
  return (
    <td
      className={classNames(
        'h-(--row-height) px-3 py-1 align-middle first:pl-4 last:pr-4 max-md:h-auto max-md:min-h-8 max-md:items-center max-md:gap-2 max-md:p-0!',
        isEmpty || isWideOnly ? 'max-md:hidden' : 'max-md:flex max-md:has-data-nothing:hidden',
        align === 'right' && 'text-right',
        isWide && (isShared ? 'max-md:flex-1 max-md:basis-1/2' : 'max-md:w-full'),
        !isWide && (share === undefined ? 'lg:whitespace-nowrap' : 'max-md:order-last max-md:w-full'),
        // Places row actions at the end of the card's last line.
        (isTitleHidden || isBesideWide) && 'max-md:ml-auto',
        isLastLine && 'max-md:w-full max-md:justify-end',
        opensByTap &&
          "max-md:[&_a:first-of-type]:static! max-md:[&_a:first-of-type]:after:absolute max-md:[&_a:first-of-type]:after:inset-0 max-md:[&_a:first-of-type]:after:content-['']",
      )}
    >
      {isTitleHidden || isUnlabelled ? null : (
        <span aria-hidden="true" className="shrink-0 text-xs text-soft md:hidden">
          {title}
        </span>
      )}
      {content}
    </td>
  );
}
