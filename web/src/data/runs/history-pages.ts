export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * Prepends the newest page to the known items. Replaces the known items if there may be a gap between them and the
 * newest page.
 */
export function withNewest<Item>(
  known: HistoryPage<Item>,
  newest: HistoryPage<Item>,
  keyOf: (item: Item) => string,
): HistoryPage<Item> {
  const keys = new Set(newest.items.map(keyOf));
  const rest = known.items.filter((item) => !keys.has(keyOf(item)));
  if (rest.length === known.items.length && known.items.length > 0) return newest;
  // Appends the known items that the newest page lacks.
  return rest.length === 0 ? newest : { items: [...newest.items, ...rest], nextCursor: known.nextCursor };
}
