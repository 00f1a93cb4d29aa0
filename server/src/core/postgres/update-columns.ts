import { type Column, columnNames, numberOrNull, textOrNull } from '../../database/column.ts';
import { type ArrayValue, bigintArray, textArray } from '../../database/postgres/arrays.ts';

/** A row to update, and the value from which its columns are written. */
export interface Changed<Source> {
  readonly id: number;
  readonly source: Source;
}

/** Returns the statement that updates many rows, with an array of IDs and an array of values for each column. */
export function updateOf(
  { table, key }: { readonly table: string; readonly key: string },
  columns: readonly Column<never>[],
): string {
  const names = columnNames(columns);
  const arrays = columns.map(({ type }, index) => `$${index + 2}::${type}[]`);
  return `UPDATE ${table} t SET ${names.map((name) => `${name} = u.${name}`).join(', ')}
    FROM unnest($1::bigint[], ${arrays.join(', ')}) AS u (${[key, ...names].join(', ')}) WHERE t.${key} = u.${key}`;
}

/** Returns the parameters of the statement that {@link updateOf} returns. */
export function updateValues<Source>(
  columns: readonly Column<Source>[],
  changed: readonly Changed<Source>[],
): readonly ArrayValue[] {
  return [
    bigintArray(changed, ({ id }) => id),
    ...columns.map(({ type, write }) =>
      type === 'bigint'
        ? bigintArray(changed, ({ source }) => numberOrNull(write(source)))
        : textArray(changed, ({ source }) => textOrNull(write(source))),
    ),
  ];
}
