const ROWS_MAX = 2000;

export async function allItems<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const row of rows) {
    items.push(row);
    if (items.length === ROWS_MAX) break;
  }
  return items;
}
