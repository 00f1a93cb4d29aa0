import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { slideLaterRows } from './window/entrance.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** Whether to show the title only to screen readers. */
  readonly bare?: boolean;
  /** Whether the column takes the remaining width and wraps. Other columns stay on one line. */
  readonly wide?: boolean;
  /** Whether the cell needs no label on phones. */
  readonly obvious?: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** A table for up to a few hundred rows. On phones, rows become cards. */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
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
                  column.wide === true && 'w-full',
                )}
              >
                <span className={column.bare === true ? 'sr-only' : undefined}>{column.title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={slideLaterRows} className="max-md:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="border-b border-line last:border-0 hover:bg-hover max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-4 max-md:py-2"
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { title, align, bare = false, wide = false, obvious = wide } = column;
  const content = column.cell(row);
  const isEmpty = content === null || content === undefined || content === '';
  return (
    <td
      className={classNames(
        'h-(--row-height) px-3 py-1 align-middle first:pl-4 last:pr-4 max-md:h-auto max-md:min-h-8 max-md:items-center max-md:gap-2 max-md:p-0!',
        isEmpty ? 'max-md:hidden' : 'max-md:flex',
        align === 'right' && 'text-right',
        wide ? 'max-md:w-full' : 'lg:whitespace-nowrap',
        // Places row actions at the end of the card's last line.
        bare && 'max-md:ml-auto',
      )}
    >
      {bare || obvious ? null : (
        <span aria-hidden="true" className="shrink-0 text-xs text-soft md:hidden">
          {title}
        </span>
      )}
      {content}
    </td>
  );
}
