/** A holder is refused while it has at least this many times what is left. So one holder alone can have nine tenths. */
const REFUSED_AT_TIMES_LEFT = 9;

/** A limited number of places in which items wait. Their holders, such as networks, share the places and take turns. */
export interface SharedPlaces<Item> {
  readonly size: number;
  /** Whether the holder has used up its share of the places. */
  isUsedUp(holder: string): boolean;
  add(holder: string, item: Item): void;
  /** Removes the first item of the holder whose turn it is; undefined if nothing waits. */
  takeNext(): Item | undefined;
}

export function createSharedPlaces<Item>(max: number): SharedPlaces<Item> {
  /** Items by holder. The holder that waits for its turn longest comes first. No list is empty. */
  const lists = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    isUsedUp: (holder) =>
      size >= max || (lists.get(holder)?.length ?? 0) >= REFUSED_AT_TIMES_LEFT * (max - size),
    add(holder, item) {
      const list = lists.get(holder);
      if (list === undefined) lists.set(holder, [item]);
      else list.push(item);
      size += 1;
    },
    takeNext() {
      for (const [holder, list] of lists) {
        const next = list.shift();
        lists.delete(holder);
        if (list.length > 0) lists.set(holder, list);
        size -= 1;
        return next;
      }
      return undefined;
    },
  };
}
