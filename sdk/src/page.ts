export interface Page {
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

export interface PageQuery {
  /** Maximum number of entries, 1 to 1000. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** Converts a function that reads one page into a function that reads all pages. */
export function allPages<Q extends PageQuery, O, P extends Page, Item>(
  list: (query?: Q, options?: O) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): (query?: Q, options?: O) => AsyncGenerator<Item, void, undefined> {
  // The cast is safe: all fields of a query are optional, which a type parameter can't express.
  return (query, options) =>
    allOf(query?.cursor, (cursor) => list({ ...query, cursor } as Q, options), itemsOf);
}

/** Yields all entries. Reads the next page after the caller has consumed the previous page. */
export async function* allOf<P extends Page, Item>(
  firstCursor: string | undefined,
  readPage: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor = firstCursor;
  do {
    const page: P = await readPage(cursor);
    yield* itemsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
