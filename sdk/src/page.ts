export interface Page {
  /** Null at the end. */
  readonly nextCursor: string | null;
}

export interface PageQuery {
  /** How many at most, 1 to 1000. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Reads all of a list whose pages `list` reads: {@link allOf} with its query and options. */
export function allPages<Q extends PageQuery, O, P extends Page, Item>(
  list: (query: Q, options?: O) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): (query?: Q, options?: O) => AsyncGenerator<Item, void, undefined> {
  // A query's fields may all be left out, which no type parameter can say.
  return (query, options) =>
    allOf(query?.cursor, (cursor) => list({ ...query, cursor } as Q, options), itemsOf);
}

/** Everything, page after page. A page is read when the one before has been gone through. */
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
