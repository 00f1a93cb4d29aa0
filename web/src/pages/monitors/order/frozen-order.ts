import type { Row } from '../../../data/use-listing.ts';

export interface Order {
  /** Identity of the view. A change of the view ends the freeze. */
  readonly key: string;
  readonly shortIDs: readonly string[];
}

/**
 * Returns the order to show. While frozen, rows stay in place even if they no longer match, deleted rows disappear, and
 * new rows are not added.
 */
export function orderToShow(
  shown: Order,
  wanted: Order,
  { isFrozen, exists }: { readonly isFrozen: boolean; readonly exists: (shortID: string) => boolean },
): Order {
  const keepsOrder = isFrozen && shown.key === wanted.key && shown.shortIDs.length > 0;
  if (keepsOrder) {
    const isWhole = shown.shortIDs.every(exists);
    return isWhole ? shown : { key: shown.key, shortIDs: shown.shortIDs.filter(exists) };
  }
  return isSame(shown, wanted) ? shown : wanted;
}

export function isSame(a: Order, b: Order): boolean {
  return (
    a.key === b.key &&
    a.shortIDs.length === b.shortIDs.length &&
    a.shortIDs.every((shortID, index) => shortID === b.shortIDs[index])
  );
}

export function orderOfRows(key: string, rows: readonly Row[]): Order {
  return { key, shortIDs: rows.map(({ monitor }) => monitor.shortID) };
}
