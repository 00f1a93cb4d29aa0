const ROWS_MAX = 2000;

export async function allItems<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const row of rows) {
    found.push(row);
    if (found.length === ROWS_MAX) break;
  }
  return found;
}
