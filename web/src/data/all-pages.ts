/** More than this is not read into a table at once. */
const ROWS_MAX = 2000;

/** All rows of a list that is read in pages, up to {@link ROWS_MAX}. */
export async function collect<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const row of rows) {
    found.push(row);
    if (found.length === ROWS_MAX) break;
  }
  return found;
}
