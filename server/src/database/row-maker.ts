/**
 * Returns a function that converts a row's values to an object. Generates an object literal with the columns' names, which is
 * faster than building objects key by key.
 */
export function rowMaker<Row>(columns: readonly string[]): (values: readonly unknown[]) => Row {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return new Function('values', `return { ${fields.join(', ')} };`) as (values: readonly unknown[]) => Row;
}
