export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * What was known with the newest page put before it. Where the two have nothing in common, others may lie between them: then the
 * newest page stands alone, and what is older is read again when it is asked for.
 */
export function withNewest<Item>(
  known: HistoryPage<Item>,
  newest: HistoryPage<Item>,
  keyOf: (item: Item) => string,
): HistoryPage<Item> {
  const keys = new Set(newest.items.map(keyOf));
  const rest = known.items.filter((item) => !keys.has(keyOf(item)));
  if (rest.length === known.items.length && known.items.length > 0) return newest;
  // What was there before and is older than the newest page: all from the last that both have.
  return rest.length === 0 ? newest : { items: [...newest.items, ...rest], nextCursor: known.nextCursor };
}
