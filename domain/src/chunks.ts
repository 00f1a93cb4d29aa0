/** Splits a list into parts of at most `size`, because an SQLite statement accepts at most 32,766 parameters. */
export function* chunks<Row>(rows: readonly Row[], size: number): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
